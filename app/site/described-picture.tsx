import type { ComponentProps } from "react";
import type { DescribedPicture as Described } from "#domain/content/home.ts";
import { Picture } from "#app/ui/picture.tsx";
import { useWritten } from "./translated-text.tsx";

type Props = Omit<ComponentProps<typeof Picture>, "picture" | "alt"> & { picture: Described | null };

/** A picture of the fund's, with what its editor was asked to say of it. */
export function DescribedPicture({ picture, ...shown }: Props) {
  const written = useWritten();
  return <Picture picture={picture} alt={picture ? written(picture.alt) : ""} {...shown} />;
}
