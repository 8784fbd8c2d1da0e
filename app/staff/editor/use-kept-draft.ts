import { useEffect, useEffectEvent, useRef, useState } from "react";
import { data } from "react-router";
import { isSame, type Draft } from "#domain/content/draft.ts";
import { dropDrafts, keepDraft, keptDrafts, type KeptDraft } from "./device-drafts.ts";

export type Typed = Pick<KeptDraft, "draft" | "opened">;

const oftenest = 1_000;

/** Told to the document when the server has saved the form, before another page takes its place. */
const savedEvent = "amana:saved";

/**
 * Sends a form whose words are kept. A line that breaks on the way must not take the form with it: the answer is then null.
 * What was saved leads on within the staff area; somebody who was not let through is led out of it, to sign in again or to
 * set up the second step, and what they typed waits for them.
 */
export async function sendKept<Answer>(serverAction: () => Promise<Answer>) {
  try {
    return await serverAction();
  } catch (error) {
    // With this status nothing else is asked for again over the same line.
    if (error instanceof TypeError) return data(null, { status: 503 });
    const isSaved = error instanceof Response && error.headers.get("Location")?.startsWith("/admin/");
    if (isSaved) document.dispatchEvent(new Event(savedEvent));
    throw error;
  }
}

/** Keeps what is typed on this device, at most once a second, and offers what an earlier visit did not come to save. */
export function useKeptDraft(place: string, standing: Draft) {
  const [offered, setOffered] = useState<KeptDraft | null>(null);
  const [visit] = useState(() => `${Date.now()}-${Math.random()}`);
  const waiting = useRef<Typed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const offer = useEffectEvent((drafts: KeptDraft[]) =>
    setOffered(drafts.find(({ draft }) => !isSame(draft, standing)) ?? null),
  );
  useEffect(() => void keptDrafts(place).then(offer), [place]);

  const write = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (waiting.current) void keepDraft({ ...waiting.current, place, visit, at: new Date() });
    waiting.current = null;
  };
  const leave = useEffectEvent(write);
  useEffect(() => {
    window.addEventListener("pagehide", leave);
    return () => {
      leave();
      window.removeEventListener("pagehide", leave);
    };
  }, []);

  const drop = () => {
    waiting.current = null;
    void dropDrafts(place, visit);
  };
  const saved = useEffectEvent(drop);
  useEffect(() => {
    document.addEventListener(savedEvent, saved);
    return () => document.removeEventListener(savedEvent, saved);
  }, []);

  const settle = (kept: KeptDraft | null) => {
    setOffered(null);
    if (kept) void dropDrafts(place, kept.visit);
  };
  return {
    offered,
    keep(typed: Typed): void {
      waiting.current = typed;
      timer.current ??= setTimeout(write, oftenest);
    },
    /** This visit has nothing unsaved any more. */
    drop,
    take(kept: KeptDraft): Typed {
      settle(kept);
      return { draft: kept.draft, opened: kept.opened };
    },
    refuse: () => settle(offered),
  };
}
