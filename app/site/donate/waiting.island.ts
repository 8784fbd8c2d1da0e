import { follow } from "#app/islands/live.ts";
import { clockTime } from "./clock-time.ts";
import { standingOf, statusIn } from "./standing.ts";
import type { WaitingGiven } from "./waiting-status.tsx";

const firstPoll = 3_000;
const pollEvery = 5_000;
const mostPolls = 60;
const redirectDelay = 2_000;

/** Looks for news without loading the page again, at once when the donor comes back from the prompt or online. */
export function wake(place: HTMLElement): void {
  const given: WaitingGiven = JSON.parse(place.dataset["given"] ?? "{}");
  const { words, moments } = given;
  const status = place.querySelector<HTMLElement>("[data-status]");
  const elapsed = place.querySelector("[data-elapsed]");
  const form = place.querySelector("form");
  const began = performance.now() - given.age * 1_000;
  let polls = 0;
  let timer = 0;
  let ended = false;

  const say = (text: string) => {
    if (status && status.textContent !== text) status.textContent = text;
  };
  /** By the time alone, so that nobody waits for the next question to be let do something. */
  const tick = () => {
    const seconds = Math.floor((performance.now() - began) / 1_000);
    if (elapsed) elapsed.textContent = words.elapsed.replace("{time}", clockTime(seconds));
    const stage = seconds < moments.manualCheck ? 0 : seconds < moments.slow ? 1 : 2;
    if (form) form.hidden = stage === 0;
    say(navigator.onLine ? (words.status[stage] ?? "") : words.offline);
  };
  const leave = (to: string, text: string) => {
    ended = true;
    clearTimeout(timer);
    clearInterval(ticking);
    say(text);
    setTimeout(() => location.replace(to), redirectDelay);
  };
  const ends = (state: string | null): boolean => {
    if (ended) return true;
    if (state === "completed") leave(given.results.success, words.confirmed);
    else if (state === "failed") leave(given.results.failed, words.ended);
    return ended;
  };
  const poll = async () => {
    clearTimeout(timer);
    if (ended || document.hidden || !navigator.onLine) return;
    if (polls >= mostPolls) return leave(given.results.timeout, words.noAnswer);
    polls += 1;
    if (ends(await standingOf(given.order))) return;
    clearTimeout(timer);
    timer = window.setTimeout(poll, pollEvery);
  };

  follow(new URLSearchParams({ order: given.order }), (_name, data) => void ends(statusIn(data)));
  timer = window.setTimeout(poll, firstPoll);
  const ticking = window.setInterval(tick, 1_000);
  addEventListener("online", () => void poll());
  addEventListener("pageshow", ({ persisted }) => persisted && void poll());
  document.addEventListener("visibilitychange", () => void poll());
}
