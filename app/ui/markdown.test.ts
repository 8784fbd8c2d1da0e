import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { contentsOf, Markdown } from "./markdown.tsx";
import { isSafeAddress } from "#domain/content/safe-address.ts";
import { parseMarkdown } from "#domain/content/markdown.ts";

const html = (text: string) =>
  renderToStaticMarkup(
    createElement(Markdown, { blocks: parseMarkdown(text), localAddress: (path) => `/sw${path}` }),
  );

test("headings, paragraphs and lists", () => {
  expect(
    html("## Our promise\n\nOne line\nand its rest.\n\n- first\n- second\n  goes on\n\n1. one\n2. two"),
  ).toBe(
    '<h2 id="s-our-promise">Our promise</h2><p>One line and its rest.</p>' +
      "<ul><li>first</li><li>second goes on</li></ul><ol><li>one</li><li>two</li></ol>",
  );
  expect(html("# Top\n### Below")).toBe('<h2 id="s-top">Top</h2><h3 id="s-below">Below</h3>');
  expect(html("Before:\n- item\n1. other")).toBe(
    "<p>Before:</p><ul><li>item</li></ul><ol><li>other</li></ol>",
  );
  expect(html("")).toBe("");
});

test("strong, emphasis and links can be nested", () => {
  expect(html("**Never** *less*")).toBe("<p><strong>Never</strong> <em>less</em></p>");
  expect(html("**very *much* so**")).toBe("<p><strong>very <em>much</em> so</strong></p>");
  expect(html("[The **whole** list](/campaigns)")).toBe(
    '<p><a href="/sw/campaigns">The <strong>whole</strong> list</a></p>',
  );
  expect(html("[PDPC](https://www.pdpc.go.tz) or [write](mailto:info@fund.example)")).toBe(
    '<p><a href="https://www.pdpc.go.tz">PDPC</a> or <a href="mailto:info@fund.example">write</a></p>',
  );
});

test("marks that open nothing are plain text", () => {
  for (const text of [
    "2 * 3 * 4",
    "**left open",
    "*left open and **more",
    "[a note] in brackets",
    "[[twice]]",
    "a](b",
    "](/x)",
    "5*",
    "#no heading",
    "-no item",
    "C:\\temp",
  ])
    expect(html(text)).toBe(`<p>${text}</p>`);
  expect(html("\\*not\\* \\[a link\\](/x)")).toBe("<p>*not* [a link](/x)</p>");
});

test("a text cannot produce HTML", () => {
  expect(html('<script>alert(1)</script> <img src=x onerror="x">')).toBe(
    "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=&quot;x&quot;&gt;</p>",
  );
  expect(html('[x](/"onmouseover="x)')).toBe('<p><a href="/sw/&quot;onmouseover=&quot;x">x</a></p>');
  expect(html('## "><script>')).toBe('<h2 id="s-script">&quot;&gt;&lt;script&gt;</h2>');
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert`1`",
  "\u0001javascript:alert(1)",
  "java\u0000script:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "http://fund.example",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://",
  "mailto:",
  "mailto:a@b?bcc=c@d",
  "campaigns",
  "",
])("a link target like %j shows only the link's text", (address) => {
  expect(isSafeAddress(address)).toBe(false);
  expect(html(`see [this](${address})`)).not.toContain("<a");
});

test.each([
  "https://www.pdpc.go.tz/en",
  "mailto:info@fund.example",
  "/campaigns?category=zakat",
  "#s-contact",
  "/",
])("a link target like %j becomes a link", (address) => expect(isSafeAddress(address)).toBe(true));

test("headings get unique ids, even if their texts are equal or empty", () => {
  const blocks = parseMarkdown("## Fees\n## Fees\n## !!!\n## Ada & malipo\n## content\n### Deeper");
  expect(contentsOf(blocks)).toEqual([
    { id: "s-fees", words: "Fees" },
    { id: "s-fees--2", words: "Fees" },
    { id: "s-part", words: "!!!" },
    { id: "s-ada-malipo", words: "Ada & malipo" },
    { id: "s-content", words: "content" },
  ]);
});

const part = fc.constantFrom(
  ..."* ** [ ] ]( ](/a) ) \\ # - 1. a < > &".split(" "),
  " ",
  "\n",
  "\n\n",
  "- ",
  "## ",
  "<b>",
);

test("any text renders with its words and without its HTML", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join("");
      const shown = html(text);
      expect(shown).not.toContain("<b");
      expect(shown.replaceAll(/<[^>]*>/g, "").match(/b/g)?.length).toBe(text.match(/b/g)?.length);
    }),
  );
});

test("parsing time grows linearly with the length of a text", () => {
  // Each of these takes minutes if every mark searches the rest of the text for its partner.
  const times = 40_000;
  for (const each of [
    "[",
    "**a ",
    "*a",
    "](",
    "[](",
    "](/a",
    "\\",
    "***",
    "[a](",
    "- ",
    "# ",
    "a\n",
    "1. **[",
    "* *",
  ]) {
    const text = each.repeat(times);
    expect(JSON.stringify(parseMarkdown(text)).length).toBeGreaterThan(0);
  }
});
