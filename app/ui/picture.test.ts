import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Picture } from "./picture.tsx";

const id = "0123456789abcdef01234567";
const shown = (props: Parameters<typeof Picture>[0]) => renderToStaticMarkup(createElement(Picture, props));
const portrait = { picture: { id, width: 800, height: 600 }, alt: "The hall", sizes: "100vw" };

test("a browser chooses among the stored widths, the smallest formats first", () => {
  const sets = [...shown(portrait).matchAll(/srcSet="([^"]+)"/g)].map(([, set]) => set);
  expect(sets).toEqual(
    ["avif", "webp", "jpeg"].map(
      (format) => `/media/${id}/360.${format} 360w, /media/${id}/720.${format} 720w`,
    ),
  );
});

test("the page reserves a picture's space and loads hidden ones lazily", () => {
  expect(shown(portrait)).toMatch(/<img[^>]* width="800" height="600" alt="The hall"[^>]* loading="lazy"/);
});

test("the first picture of a page loads eagerly", () => {
  const markup = shown({ ...portrait, priority: true });
  expect(markup).toContain('fetchPriority="high"');
  expect(markup).not.toContain("lazy");
});

test("a missing picture shows a pattern, labelled only if it has alt", () => {
  expect(shown({ ...portrait, picture: null, className: "card-picture" })).toBe(
    '<span class="picture-missing card-picture" role="img" aria-label="The hall"></span>',
  );
  expect(shown({ ...portrait, picture: null, alt: "" })).toBe(
    '<span class="picture-missing" aria-hidden="true"></span>',
  );
});
