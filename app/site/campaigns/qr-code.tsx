import { encode } from "uqr";

type Drawing = { size: number; path: string };

/** Dark on light in both themes: many cameras cannot read inverted codes. */
export function QrCode({ label, ...code }: { label: string } & ({ text: string } | { address: string })) {
  const { size, path } = "address" in code ? drawAddress(code.address) : draw(code.text);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path stroke="#000" shapeRendering="crispEdges" d={path} />
    </svg>
  );
}

const drawn = new Map<string, Drawing>();
const mostDrawn = 1_000;

/** Caches drawings, which take some milliseconds. Only public URLs are cached, never a secret. */
function drawAddress(address: string): Drawing {
  const drawing = drawn.get(address) ?? draw(address);
  if (drawn.size < mostDrawn) drawn.set(address, drawing);
  return drawing;
}

function draw(text: string): Drawing {
  const { size, data } = encode(text, { ecc: "M", border: 3 });
  return { size, path: data.map(drawRow).join("") };
}

/** The dark modules of a row as strokes from left to right. As rectangles they would need twice the bytes. */
function drawRow(row: boolean[], y: number): string {
  const dots = row.map((dark) => (dark ? "x" : " ")).join("");
  let end = 0;
  return [...dots.matchAll(/x+/g)]
    .map(({ index, 0: run }, at) => {
      const move = at === 0 ? `M${index} ${y}.5` : `m${index - end} 0`;
      end = index + run.length;
      return `${move}h${run.length}`;
    })
    .join("");
}
