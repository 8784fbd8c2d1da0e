import { useEffect, useEffectEvent, useRef, useState, type SyntheticEvent } from "react";
import type { Draft } from "#domain/draft.ts";

const pause = 500;

type Props = { path: string; seenAt: string; typed: Draft };

/**
 * The page itself, as it would stand, at the width of a phone. A new frame is loaded behind the old one: nothing
 * flickers, and the browser's history stays as it was.
 */
export function Preview({ path, seenAt, typed }: Props) {
  const [frames, setFrames] = useState(["preview-0"]);
  const [language, setLanguage] = useState<"en" | "sw">("en");
  const button = useRef<HTMLButtonElement>(null);
  const [shown = ""] = frames;
  const [page = "/", place = ""] = seenAt.split("#");

  const renew = useEffectEvent(() => {
    const next = Number(frames.at(-1)?.split("-")[1]) + 1;
    setFrames([shown, `preview-${next}`]);
  });
  useEffect(() => {
    const timer = setTimeout(renew, pause);
    return () => clearTimeout(timer);
  }, [typed, language]);
  useEffect(() => {
    if (frames.length > 1) button.current?.form?.requestSubmit(button.current);
  }, [frames]);

  /** The first is shown from where the record stands, the next ones from where the last was scrolled to. */
  const onLoad = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    const seen = frame.contentWindow;
    if (!seen || seen.location.href === "about:blank" || frame.name === shown) return;
    const before = frame.parentElement?.querySelector("iframe")?.contentWindow;
    // A fragment in the address would scroll our own page along.
    const isFirst = !before || before.location.href === "about:blank";
    if (isFirst) seen.scrollTo(0, seen.document.getElementById(place)?.offsetTop ?? 0);
    else seen.scrollTo(0, before.scrollY);
    setFrames([frame.name]);
  };
  const address = `/admin/preview/${path}?page=${encodeURIComponent(page)}`;
  const languages = [
    ["en", "English"],
    ["sw", "Kiswahili"],
  ] as const;
  return (
    <section className="editor-preview" aria-labelledby="preview-title">
      <div className="editor-preview-head">
        <h2 id="preview-title">Preview</h2>
        {languages.map(([value, label]) => (
          <button
            key={value}
            className="button quiet small"
            type="submit"
            form="record"
            formAction={address}
            formTarget={frames.at(-1)}
            formNoValidate
            name="language"
            value={value}
            aria-pressed={language === value}
            ref={language === value ? button : null}
            onClick={(event) => {
              // A click that a person made; the other one is our own submission.
              if (event.isTrusted) event.preventDefault();
              setLanguage(value);
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="editor-frames">
        {frames.map((name) => (
          <iframe
            key={name}
            name={name}
            title={name === shown ? "Preview" : "Next preview"}
            sandbox="allow-same-origin"
            data-behind={name === shown ? undefined : ""}
            onLoad={onLoad}
          />
        ))}
      </div>
    </section>
  );
}
