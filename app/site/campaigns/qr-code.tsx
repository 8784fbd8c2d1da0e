import { encode } from "uqr";

/** Dark on light in both themes: many cameras do not read it the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: 3 });
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={data.map(drawRow).join("")} />
    </svg>
  );
}

function drawRow(row: boolean[], y: number): string {
  const dots = row.map((dark) => (dark ? "x" : " ")).join("");
  return [...dots.matchAll(/x+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join("");
}
