export type Picture = { id: string; width: number; height: number };

export const widths = [360, 720, 1200] as const;
export const formats = ["avif", "webp", "jpeg"] as const;

export type PictureFormat = (typeof formats)[number];
export type PictureFile = { name: string; width: number; format: PictureFormat };

/** Every file that exists of a picture this wide. A picture is never enlarged, so a small one has only its own width. */
export function pictureFiles(sourceWidth: number): PictureFile[] {
  return formats.flatMap((format) => pictureFilesIn(format, sourceWidth));
}

export function pictureFilesIn(format: PictureFormat, sourceWidth: number): PictureFile[] {
  const fitting = widths.filter((width) => width <= sourceWidth);
  const kept = fitting.length > 0 ? fitting : [sourceWidth];
  return kept.map((width) => ({ name: `${width}.${format}`, width, format }));
}

export function pictureAddress(picture: Picture, file: PictureFile): string {
  return `/media/${picture.id}/${file.name}`;
}
