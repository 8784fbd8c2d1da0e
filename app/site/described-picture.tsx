import type { ComponentProps } from "react";
import type { DescribedPicture as Described } from "#domain/content/home.ts";
import { Picture } from "#app/ui/picture.tsx";
import { useTranslated } from "./translated-text.tsx";

type Props = Omit<ComponentProps<typeof Picture>, "picture" | "alt"> & { picture: Described | null };

export function DescribedPicture({ picture, ...shown }: Props) {
  const written = useTranslated();
  return <Picture picture={picture} alt={picture ? written(picture.alt) : ""} {...shown} />;
}
