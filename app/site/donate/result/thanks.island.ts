import type { CelebrationProps } from "./celebrate.tsx";

const bursts = [0, 250, 400];
const pieces = 60;
const lasts = 2_600;
const colours = ["#0b6b3a", "#5fd08f", "#e7bd66", "#e3f0e8", "#8a5a00"];

export function wake(place: HTMLElement): void {
  const { order }: Partial<CelebrationProps> = JSON.parse(place.dataset["props"] ?? "{}");
  if (order !== undefined) celebrate(order);
}

/** Three bursts for a confirmed payment, once per browser, and none if the visitor prefers reduced motion. */
function celebrate(order: string): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || wasSeen(order)) return;
  const canvas = document.createElement("canvas");
  canvas.className = "confetti";
  canvas.ariaHidden = "true";
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  document.body.append(canvas);
  const context = canvas.getContext("2d");
  if (!context) return canvas.remove();
  const paper = bursts.flatMap((at, burst) => Array.from({ length: pieces }, () => piece(at, burst)));
  const started = performance.now();
  requestAnimationFrame(function draw(now) {
    const time = now - started;
    if (time > lasts) return canvas.remove();
    context.clearRect(0, 0, canvas.width, canvas.height);
    for (const each of paper) drop(context, each, time);
    requestAnimationFrame(draw);
  });
}

function wasSeen(order: string): boolean {
  try {
    const key = `celebrated:${order}`;
    if (sessionStorage.getItem(key)) return true;
    sessionStorage.setItem(key, "yes");
  } catch {
    // A browser without storage may show it twice.
  }
  return false;
}

type Piece = { at: number; x: number; dx: number; dy: number; size: number; turn: number; colour: string };

/** Each burst starts at another place on the lower edge. */
function piece(at: number, burst: number): Piece {
  const angle = -Math.PI / 2 + (Math.random() - 0.5) * 1.4;
  const speed = 0.5 + Math.random() * 0.7;
  return {
    at,
    x: [0.5, 0.25, 0.75][burst] ?? 0.5,
    dx: Math.cos(angle) * speed,
    dy: Math.sin(angle) * speed,
    size: 5 + Math.random() * 6,
    turn: (Math.random() - 0.5) * 0.02,
    colour: colours[Math.floor(Math.random() * colours.length)] ?? "",
  };
}

function drop(context: CanvasRenderingContext2D, { at, x, dx, dy, size, turn, colour }: Piece, time: number) {
  const age = time - at;
  if (age < 0) return;
  const { width, height } = context.canvas;
  context.save();
  context.globalAlpha = Math.max(0, 1 - age / 2_200);
  context.translate(width * x + dx * age, height * 0.9 + dy * age + 0.00055 * age * age);
  context.rotate(turn * age);
  context.fillStyle = colour;
  context.fillRect(-size / 2, -size / 4, size, size / 2);
  context.restore();
}
