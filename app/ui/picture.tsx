import { centre, pictureAddress, pictureFilesIn } from "#domain/content/picture.ts";
import type { Focus, Picture as KeptPicture, PictureFormat } from "#domain/content/picture.ts";

type Props = {
  picture: (KeptPicture & { focus?: Focus }) | null;
  alt: string;
  sizes: string;
  priority?: boolean;
  className?: string;
};

/** A stored picture at the width and in the format that suit the browser, or a pattern. */
export function Picture({ picture, alt, sizes, priority = false, className = "" }: Props) {
  if (picture === null) return <Missing alt={alt} className={className} />;
  const [smallest] = pictureFilesIn("jpeg", picture.width);
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(picture, "avif")} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(picture, "webp")} sizes={sizes} />
      <img
        src={smallest && pictureAddress(picture, smallest)}
        srcSet={srcSet(picture, "jpeg")}
        sizes={sizes}
        width={picture.width}
        height={picture.height}
        alt={alt}
        className={`${className} ${focusClasses(picture.focus)}`.trim() || undefined}
        decoding="async"
        {...(priority ? { fetchPriority: "high" } : { loading: "lazy" })}
      />
    </picture>
  );
}

/** The Link header that requests a page's main picture while the page still arrives. */
export function pictureLink(picture: KeptPicture, sizes: string): string {
  const [smallest] = pictureFilesIn("avif", picture.width);
  const address = smallest ? pictureAddress(picture, smallest) : "";
  const chosen = `imagesrcset="${srcSet(picture, "avif")}"; imagesizes="${sizes}"`;
  return `<${address}>; rel=preload; as=image; type="image/avif"; fetchpriority=high; ${chosen}`;
}

/** A cropped picture keeps this point visible. The style sheet has a class for each step. */
export function focusClasses({ x, y }: Focus = centre): string {
  return [x !== centre.x && `focus-x${x}`, y !== centre.y && `focus-y${y}`].filter(Boolean).join(" ");
}

function Missing({ alt, className }: { alt: string; className: string }) {
  const shown = alt ? ({ role: "img", "aria-label": alt } as const) : ({ "aria-hidden": true } as const);
  return <span className={`picture-missing ${className}`.trim()} {...shown} />;
}

function srcSet(picture: KeptPicture, format: PictureFormat): string {
  return pictureFilesIn(format, picture.width)
    .map((file) => `${pictureAddress(picture, file)} ${file.width}w`)
    .join(", ");
}
