import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
  type SyntheticEvent,
} from "react";
import { valueAt, type Draft } from "#domain/content/draft.ts";
import type { Language } from "#domain/content/language.ts";
import type { Field } from "#domain/content/field.ts";
import type { FormAnswer } from "./answer-form.server.ts";
import type { EditorView } from "./editor.ts";
import { labelOf } from "./fields.ts";
import { findChange, typedPlaceOf, type TypedPlace } from "./typed-place.ts";

const pause = 500;

type Props = {
  view: Pick<EditorView, "path" | "seenHeading" | "seenInMenu" | "fields">;
  seenAt: string;
  typed: Draft;
  /** After a refused save, the page already names the faults. */
  answer: Pick<FormAnswer, "errors"> | null | undefined;
};

/** It stays blank: each change loads a frame behind the one that is shown. */
const firstFrame = "preview-0";

/**
 * The page with the unsaved changes, at the width of a phone, tablet or laptop. A new frame loads behind the old one, so
 * that nothing flickers and the browser's history does not grow. While an entry is wrong, the last page stays. If there
 * is none yet, the published page is shown.
 */
export function Preview({ view, seenAt, typed, answer }: Props) {
  const { path, seenHeading, seenInMenu, fields } = view;
  const [fault, setFault] = useState<string | null>(null);
  const { width, setWidth } = useWidth(seenInMenu === true);
  const [language, setLanguage] = useState<Language>("en");
  const button = useRef<HTMLButtonElement>(null);
  const { frames, setFrames, shown, source, load } = useFrames({ typed, language }, button);
  const [page = "/", place = ""] = seenAt.split("#");
  const heading = seenHeading && valueAt(typed, seenHeading);
  const typedAt = useTypedPlace(button, setLanguage);
  const { section, showLoaded } = useEditedPart({ place, heading, seenInMenu, typedAt }, width);
  const onLoad = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) => {
    if (frame.name === shown) return;
    // Without a session or a connection, the browser shows its own page there, which we cannot read.
    const seen = frame.contentDocument;
    if (source === "entries") setFault(seen === null ? isAway : null);
    if (!seen?.defaultView || seen.URL === "about:blank") return;
    const before = frame.parentElement?.querySelector("iframe")?.contentDocument;
    // A fragment in the URL would also scroll the outer page.
    const isFirst = !before?.defaultView || before.URL === "about:blank";
    if (seen.contentType === "text/plain") {
      if (source === "entries") setFault(seen.body.textContent);
      if (isFirst && source === "entries") load("published");
      else setFrames([shown]);
      return;
    }
    showLoaded(seen, isFirst ? null : before);
    setFrames([frame.name]);
  };
  const address = `/admin/preview/${path}?page=${encodeURIComponent(page)}${source === "published" ? "&published=yes" : ""}`;
  return (
    <section
      className="editor-preview"
      id="preview"
      data-menu={seenInMenu && ""}
      tabIndex={-1}
      aria-labelledby="preview-title"
      ref={section}
    >
      <div className="editor-preview-head">
        <h2 id="preview-title">Preview</h2>
        <LanguageButtons
          address={address}
          target={frames.at(-1)}
          chosen={language}
          choose={setLanguage}
          chosenButton={button}
        />
        <WidthButtons chosen={width} choose={setWidth} />
      </div>
      <p className="editor-preview-away" role="status">
        {fault && withoutNamed(fault, fields, answer?.errors ?? [])}
      </p>
      <Frames names={frames} shown={shown} width={width} isWaiting={fault === null} onLoad={onLoad} />
    </section>
  );
}

/** The page with the entries, or the page as it is published. */
type Source = "entries" | "published";

/** The first frame is shown. The form is sent to the second one. */
function useFrames(previewed: Previewed, button: RefObject<HTMLButtonElement | null>) {
  const [frames, setFrames] = useState([firstFrame]);
  const [source, setSource] = useState<Source>("entries");
  const [shown = ""] = frames;
  const load = (from: Source) => {
    const next = Number(frames.at(-1)?.split("-")[1]) + 1;
    setSource(from);
    setFrames([shown, `preview-${next}`]);
  };
  useAfterPause(previewed, () => load("entries"));
  useEffect(() => {
    if (frames.length > 1) button.current?.form?.requestSubmit(button.current);
  }, [frames, button]);
  return { frames, setFrames, shown, source, load };
}

const isAway = "The preview is not available now. Your entries are still in the form.";

/** The server's text names one fault in each line, after its heading. */
function withoutNamed(fault: string, fields: Field[], errors: FormAnswer["errors"]): string {
  const named = errors.map(({ field, message }) => `${labelOf(fields, field)}: ${message}`);
  const [, ...faults] = fault.split("\n").filter((line) => line !== "");
  const isNamed = faults.length > 0 && faults.every((each) => named.includes(each));
  return isNamed ? "The preview shows your changes after you fix the problem." : fault;
}

type Part = {
  place: string;
  heading: Draft | undefined;
  seenInMenu: true | undefined;
  typedAt: RefObject<TypedPlace | null>;
};

/** Another width moves the preview to another place, and the edited part within it, so both come back into view. */
function useEditedPart({ place, heading, seenInMenu, typedAt }: Part, width: number) {
  const section = useRef<HTMLElement>(null);
  const edited = useRef<Element | undefined>(undefined);
  const scrollToPart = (seen: Document) => {
    const part =
      place === "footer" ? seen.querySelector<HTMLElement>(".footer-columns") : seen.getElementById(place);
    const item = part && heading !== undefined ? scrollListTo(part, heading) : null;
    const target = item ?? part;
    const own = target && target.getBoundingClientRect().top - headHeight + scrolledIn(seen);
    seen.defaultView?.scrollTo({ top: own ?? 0, behavior: "instant" });
  };
  const showEdited = useEffectEvent(() => {
    const seen =
      section.current?.querySelector<HTMLIFrameElement>("iframe:not([data-behind])")?.contentDocument;
    if (!seen) return;
    scrollToPart(seen);
    if (edited.current?.ownerDocument === seen) showChange(seen, edited.current);
  });
  const before = useRef(width);
  useEffect(() => {
    if (before.current === width) return;
    before.current = width;
    section.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
    showEdited();
  }, [width]);
  /** The first frame scrolls to the record's part of the page; later frames keep the scroll position. */
  const showLoaded = (seen: Document, earlier: Document | null) => {
    const changed = earlier ? findChange(earlier, seen, typedAt.current) : undefined;
    if (seenInMenu) openMenu(seen, changed, earlier);
    scrollToPart(seen);
    if (earlier) seen.defaultView?.scrollTo({ top: scrolledIn(earlier), behavior: "instant" });
    if (earlier) showChange(seen, changed);
    edited.current = changed;
  };
  return { section, showLoaded };
}

/** A laptop's menu, drawn in the width of a phone, is too small to read. */
function useWidth(seenInMenu: boolean) {
  const [chosen, setWidth] = useState<number | null>(null);
  const isOnPhone = useSyncExternalStore(watchWidth, isNarrow, () => false);
  return { width: chosen ?? widths[seenInMenu && !isOnPhone ? 2 : 0].pixels, setWidth };
}

/** As wide as `--below-medium` of the style sheets. */
const phones = "(max-width: 39.99rem)";
const isNarrow = () => matchMedia(phones).matches;
function watchWidth(act: () => void): () => void {
  const query = matchMedia(phones);
  query.addEventListener("change", act);
  return () => query.removeEventListener("change", act);
}

/** The preview follows focus and typing to the language of the field. */
function useTypedPlace(
  button: RefObject<HTMLButtonElement | null>,
  follow: (language: Language) => void,
): RefObject<TypedPlace | null> {
  const typedAt = useRef<TypedPlace | null>(null);
  const note = useEffectEvent(({ target }: Event) => {
    const place = target && typedPlaceOf(target);
    if (!place) return;
    typedAt.current = place;
    follow(place.language);
  });
  useEffect(() => {
    const form = button.current?.form;
    const onUse = (event: Event) => note(event);
    form?.addEventListener("input", onUse);
    form?.addEventListener("focusin", onUse);
    return () => {
      form?.removeEventListener("input", onUse);
      form?.removeEventListener("focusin", onUse);
    };
  }, [button]);
  return typedAt;
}

type Previewed = { typed: Draft; language: Language };

/** The first preview waits for no pause in typing. */
function useAfterPause({ typed, language }: Previewed, renew: () => void): void {
  const isBegun = useRef(false);
  const act = useEffectEvent(() => {
    isBegun.current = true;
    renew();
  });
  useEffect(() => {
    const timer = setTimeout(act, isBegun.current ? pause : 0);
    return () => clearTimeout(timer);
  }, [typed, language]);
}

/** Brings the item with this heading into the view of its list, which scrolls sideways on phones. */
function scrollListTo(part: HTMLElement, heading: Draft): HTMLElement | null {
  const items = [...part.querySelectorAll("li")];
  const item = items.find((each) => each.querySelector("h3")?.textContent === String(heading).trim());
  const list = item?.parentElement;
  if (!item || !list) return null;
  const [{ left, width }, box] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTo({ left: list.scrollLeft + left - box.left - (box.width - width) / 2, behavior: "instant" });
  return item;
}

const scrolledIn = ({ defaultView }: Document): number => defaultView?.scrollY ?? 0;

/** Scrolls only if the changed text is out of view. `scrollIntoView` would also scroll the outer page. */
function showChange({ defaultView: view }: Document, changed: Element | undefined): void {
  if (changed === undefined || view === null) return;
  const { top, bottom } = changed.getBoundingClientRect();
  if (top >= headHeight && bottom <= view.innerHeight) return;
  view.scrollBy({ top: top - view.innerHeight / 3, behavior: "instant" });
}

/** Opens the submenu that changed, or else the one that was open. The browser closes the others. */
function openMenu(seen: Document, changed: Element | undefined, before: Document | null | undefined): void {
  seen.querySelector(".menu-toggle")?.setAttribute("open", "");
  const submenus = [...seen.querySelectorAll(".submenu")];
  const typedIn = submenus.find((each) => changed && (each.contains(changed) || changed.contains(each)));
  const wasOpen = [...(before?.querySelectorAll(".submenu") ?? [])].findIndex((each) =>
    each.hasAttribute("open"),
  );
  (typedIn ?? submenus[wasOpen] ?? submenus[0])?.setAttribute("open", "");
}

/** Leaves room for the head of the page, which stays at the top. */
const headHeight = 96;

const languages = [
  ["en", "English"],
  ["sw", "Kiswahili"],
] as const;

type LanguageProps = {
  address: string;
  target: string | undefined;
  chosen: Language;
  choose: (language: Language) => void;
  chosenButton: RefObject<HTMLButtonElement | null>;
};

function LanguageButtons({ address, target, chosen, choose, chosenButton }: LanguageProps) {
  return languages.map(([value, label]) => (
    <button
      key={value}
      className="button quiet small"
      type="submit"
      form="record"
      formAction={address}
      formTarget={target}
      formNoValidate
      name="language"
      value={value}
      aria-pressed={chosen === value}
      ref={chosen === value ? chosenButton : null}
      onClick={(event) => {
        // A person clicked. Our own submission is an untrusted click.
        if (event.isTrusted) event.preventDefault();
        choose(value);
      }}
    >
      {label}
    </button>
  ));
}

const widths = [
  { pixels: 360, label: "Phone" },
  { pixels: 768, label: "Tablet" },
  { pixels: 1280, label: "Laptop" },
] as const;

type WidthProps = { chosen: number; choose: (pixels: number) => void };

function WidthButtons({ chosen, choose }: WidthProps) {
  return (
    <span className="editor-preview-widths" role="group" aria-label="Width">
      {widths.map(({ pixels, label }) => (
        <button
          key={pixels}
          className="button quiet small"
          type="button"
          aria-pressed={chosen === pixels}
          onClick={() => choose(pixels)}
        >
          {label}
        </button>
      ))}
    </span>
  );
}

type FramesProps = {
  names: string[];
  shown: string;
  width: number;
  isWaiting: boolean;
  onLoad: (event: SyntheticEvent<HTMLIFrameElement>) => void;
};

function Frames({ names, shown, width, isWaiting, onLoad }: FramesProps) {
  return (
    <div className="editor-frames" data-width={width}>
      {shown === firstFrame && (
        <p className="editor-frames-wait" aria-hidden="true">
          {isWaiting ? "Loading the preview..." : "The page is shown here when the entries are complete."}
        </p>
      )}
      {names.map((name) => (
        <iframe
          key={name}
          name={name}
          title={name === shown ? "Preview" : "Next preview"}
          sandbox="allow-same-origin"
          data-behind={name === shown ? undefined : ""}
          data-blank={name === firstFrame ? "" : undefined}
          onLoad={onLoad}
        />
      ))}
    </div>
  );
}
