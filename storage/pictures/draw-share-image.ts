import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import satori, { type Font } from "satori";
import sharp from "sharp";
import { centre, cropAround, type Focus } from "#domain/content/picture.ts";
import { shareImage, type ShareWords } from "./share-words.ts";

type Element = { type: string; props: Record<string, unknown>; key: null };
type Style = Record<string, string | number>;

const { width, height } = shareImage;
const arch = { width: 440, height: 556 };

/** A JPEG with the fund's name, and the campaign's title and progress. Only for a separate process: it is slow. */
export async function drawShareImage(words: ShareWords, photo: Buffer | null): Promise<Buffer> {
  const svg = await satori(drawing(words, photo && (await framed(photo, words.focus ?? undefined))), {
    width,
    height,
    fonts: await fonts(),
  });
  return sharp(Buffer.from(svg))
    .flatten({ background: deep })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

/** Cropped to its frame first, so that the drawing includes only the visible part. */
async function framed(photo: Buffer, focus: Focus = centre): Promise<string> {
  const image = sharp(photo);
  const cut = await image
    .extract(cropAround(await image.metadata(), arch, focus))
    .resize(arch)
    .jpeg({ quality: 92 })
    .toBuffer();
  return `data:image/jpeg;base64,${cut.toString("base64")}`;
}

const deep = "#0a3b23";
const pattern = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" fill="none" stroke="#fff"><path d="M24 24h48v48H24zM48 14 82 48 48 82 14 48zM48 0v14M48 82v14M0 48h14M82 48h14M0 0l24 24M96 0 72 24M0 96l24-24M96 96 72 72"/></svg>`,
).toString("base64")}`;

function drawing({ fund, title, raised, progress }: ShareWords, photo: string | null): Element {
  const drawn =
    photo === null
      ? box(styles.noPhoto, star(220, "#e7bd66"))
      : element("img", { src: photo, alt: "", width: arch.width, height: arch.height });
  return box(
    styles.ground,
    box(styles.pattern),
    box(
      styles.words,
      box(styles.fund, star(48, "#f3f7f1"), box(styles.fundName, fund)),
      box({ ...styles.title, fontSize: titleSize(title) }, title),
      box(
        styles.figures,
        box(
          styles.raised,
          box(styles.amount, raised),
          ...(progress === null ? [] : [box(styles.percent, progress.text)]),
        ),
        ...(progress === null ? [] : towardsGoal(progress)),
      ),
    ),
    box(styles.arch, drawn),
  );
}

const towardsGoal = ({ percent, goal }: NonNullable<ShareWords["progress"]>) => [
  box(styles.track, box({ ...styles.bar, width: `${percent}%` })),
  box(styles.goal, goal),
];

/** Replaces JSX: this file runs unbuilt, and nothing here needs React. */
function element(type: string, props: Record<string, unknown>, ...children: (Element | string)[]): Element {
  const inside = children.length === 1 ? children[0] : children;
  return { type, props: children.length === 0 ? props : { ...props, children: inside }, key: null };
}

function box(style: Style, ...children: (Element | string)[]): Element {
  return element("div", { style }, ...children);
}

const star = (size: number, stroke: string) =>
  element(
    "svg",
    { width: size, height: size, viewBox: "0 0 40 40", fill: "none", stroke, strokeWidth: 2.4 },
    element("path", { d: "M9.5 9.5h21v21h-21zM20 5.2 34.8 20 20 34.8 5.2 20z" }),
    element("circle", { cx: 20, cy: 20, r: 4.4, fill: "#e7bd66", stroke: "none" }),
  );

function titleSize(title: string): number {
  if (title.length <= 32) return 66;
  return title.length <= 60 ? 54 : 44;
}

const styles = {
  ground: {
    display: "flex",
    position: "relative",
    width,
    height,
    background: deep,
    color: "#f3f7f1",
    fontFamily: "Latin, Extended",
  },
  pattern: {
    position: "absolute",
    top: 0,
    left: 0,
    width,
    height,
    opacity: 0.07,
    backgroundImage: `url(${pattern})`,
    backgroundSize: "96px 96px",
    backgroundRepeat: "repeat",
  },
  words: {
    display: "flex",
    flexDirection: "column",
    justifyContent: "space-between",
    boxSizing: "border-box",
    width: width - arch.width - 64,
    padding: "56px 48px 56px 64px",
  },
  fund: { display: "flex", alignItems: "center", gap: 18 },
  fundName: { fontSize: 30, color: "#cfe0d5", lineClamp: 2, wordBreak: "break-word" },
  title: {
    display: "block",
    fontWeight: 600,
    lineHeight: 1.12,
    lineClamp: 4,
    letterSpacing: -0.5,
    wordBreak: "break-word",
  },
  figures: { display: "flex", flexDirection: "column", gap: 14 },
  raised: { display: "flex", flexWrap: "wrap", alignItems: "flex-end", justifyContent: "space-between" },
  amount: { fontSize: 44, fontWeight: 600, color: "#e7bd66" },
  percent: { fontSize: 30, fontWeight: 600, color: "#5fd08f" },
  track: { display: "flex", height: 16, borderRadius: 16, background: "#28573f", overflow: "hidden" },
  bar: { height: 16, borderRadius: 16, background: "#5fd08f" },
  goal: { fontSize: 28, color: "#cfe0d5" },
  arch: {
    display: "flex",
    position: "absolute",
    right: 64,
    bottom: 0,
    ...arch,
    overflow: "hidden",
    borderTopLeftRadius: arch.width / 2,
    borderTopRightRadius: arch.width / 2,
    background: "#173325",
  },
  noPhoto: {
    ...arch,
    display: "flex",
    alignItems: "center",
    justifyContent: "center",
    background: "#14532f",
  },
} satisfies Record<string, Style>;

let loaded: Promise<Font[]> | undefined;

// Loaded for the first picture. satori cannot read woff2.
function fonts(): Promise<Font[]> {
  loaded ??= Promise.all([
    font("Latin", "latin", 400),
    font("Latin", "latin", 600),
    font("Extended", "latin-ext", 400),
    font("Extended", "latin-ext", 600),
  ]);
  return loaded;
}

async function font(name: string, subset: string, weight: 400 | 600): Promise<Font> {
  const file = `@fontsource/source-serif-4/files/source-serif-4-${subset}-${weight}-normal.woff`;
  const data = await readFile(createRequire(import.meta.url).resolve(file));
  return { name, data, weight, style: "normal" };
}
