import { useEffect, useEffectEvent, useRef, useState } from "react";
import { data } from "react-router";
import { isSame, type Draft } from "#domain/content/draft.ts";
import { dropDrafts, keepDraft, deviceDrafts, type DeviceDraft } from "./device-drafts.ts";

export type Typed = Pick<DeviceDraft, "draft" | "opened" | "held">;

const oftenest = 1_000;

/** Fired on the document when the server has saved the form, before another page replaces it. */
const savedEvent = "amana:saved";

/**
 * Sends a form that has a stored draft. A lost connection must not lose the form: the answer is then null. A saved
 * form redirects within the staff area. A person without access is redirected out of it, to sign in again or to set
 * up the second step. Their draft is kept until they return.
 */
export async function sendCached<Answer>(serverAction: () => Promise<Answer>) {
  try {
    return await serverAction();
  } catch (error) {
    // With this status, React Router does not load the page's data again over the broken connection.
    if (error instanceof TypeError) return data(null, { status: 503 });
    const isSaved = error instanceof Response && error.headers.get("Location")?.startsWith("/admin/");
    if (isSaved) document.dispatchEvent(new Event(savedEvent));
    throw error;
  }
}

/** Stores typed text on this device, at most once a second. Offers text that an earlier visit did not save. */
export function useDeviceDraft(place: string, current: Draft) {
  const [offered, setOffered] = useState<DeviceDraft | null>(null);
  const [visit] = useState(() => `${Date.now()}-${Math.random()}`);
  const waiting = useRef<Typed | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const offer = useEffectEvent((drafts: DeviceDraft[]) =>
    setOffered(drafts.find(({ draft }) => !isSame(draft, current)) ?? null),
  );
  useEffect(() => void deviceDrafts(place).then(offer), [place]);

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

  const settle = (kept: DeviceDraft | null) => {
    setOffered(null);
    if (kept) void dropDrafts(place, kept.visit);
  };
  return {
    offered,
    keep(typed: Typed): void {
      waiting.current = typed;
      timer.current ??= setTimeout(write, oftenest);
    },
    /** Deletes this visit's draft. */
    drop,
    take(kept: DeviceDraft): Typed {
      settle(kept);
      return { draft: kept.draft, opened: kept.opened, held: kept.held };
    },
    refuse: () => settle(offered),
  };
}
