import { expect, test } from "vitest";
import { cropAround, nearestFocus, pictureAddress, pictureFiles, pictureFilesIn } from "./picture.ts";

const widthsOf = (sourceWidth: number) => pictureFilesIn("webp", sourceWidth).map((file) => file.width);

test("a picture has every width up to its own, at least one", () => {
  expect(widthsOf(4000)).toEqual([360, 720, 1200]);
  expect(widthsOf(1200)).toEqual([360, 720, 1200]);
  expect(widthsOf(1199)).toEqual([360, 720]);
  expect(widthsOf(360)).toEqual([360]);
  expect(widthsOf(200)).toEqual([200]);
});

test("every width exists in every format", () => {
  expect(pictureFiles(800).map((file) => file.name)).toEqual([
    "360.avif",
    "720.avif",
    "360.webp",
    "720.webp",
    "360.jpeg",
    "720.jpeg",
  ]);
});

test("a picture's URL has its id and the file's name", () => {
  const picture = { id: "0123456789abcdef01234567", width: 200, height: 100 };
  expect(pictureFilesIn("avif", 200).map((file) => pictureAddress(picture, file))).toEqual([
    "/media/0123456789abcdef01234567/200.avif",
  ]);
});

test("a focus is rounded to steps of ten within the picture", () => {
  expect(nearestFocus(34, 36)).toEqual({ x: 30, y: 40 });
  expect(nearestFocus(-5, 999)).toEqual({ x: 0, y: 100 });
});

test("a picture is cropped around its focus and within its edges", () => {
  const wide = { width: 1200, height: 600 };
  const square = { width: 300, height: 300 };
  expect(cropAround(wide, square, { x: 50, y: 50 })).toEqual({ left: 300, top: 0, width: 600, height: 600 });
  expect(cropAround(wide, square, { x: 0, y: 50 })).toMatchObject({ left: 0 });
  expect(cropAround(wide, square, { x: 100, y: 0 })).toMatchObject({ left: 600, top: 0 });
  expect(cropAround({ width: 600, height: 1200 }, square, { x: 0, y: 20 })).toEqual({
    left: 0,
    top: 120,
    width: 600,
    height: 600,
  });
  expect(cropAround({ width: 1, height: 1 }, { width: 440, height: 556 }, { x: 0, y: 0 })).toEqual({
    left: 0,
    top: 0,
    width: 1,
    height: 1,
  });
});
