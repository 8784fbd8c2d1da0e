import { expect, test } from "vitest";
import { pictureAddress, pictureFiles, pictureFilesIn } from "./picture.ts";

const widthsOf = (sourceWidth: number) => pictureFilesIn("webp", sourceWidth).map((file) => file.width);

test("a picture has the widths up to its own, and always one", () => {
  expect(widthsOf(4000)).toEqual([360, 720, 1200]);
  expect(widthsOf(1200)).toEqual([360, 720, 1200]);
  expect(widthsOf(1199)).toEqual([360, 720]);
  expect(widthsOf(360)).toEqual([360]);
  expect(widthsOf(200)).toEqual([200]);
});

test("every width comes in every format", () => {
  expect(pictureFiles(800).map((file) => file.name)).toEqual([
    "360.avif",
    "720.avif",
    "360.webp",
    "720.webp",
    "360.jpeg",
    "720.jpeg",
  ]);
});

test("an address names the picture and the file", () => {
  const picture = { id: "0123456789abcdef01234567", width: 200, height: 100 };
  expect(pictureFilesIn("avif", 200).map((file) => pictureAddress(picture, file))).toEqual([
    "/media/0123456789abcdef01234567/200.avif",
  ]);
});
