import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type MouseEvent } from "react";
import { focusClasses, Picture as Shown } from "#app/ui/picture.tsx";
import { TextAreaField } from "#app/ui/field.tsx";
import type { DescribedPicture } from "#domain/content/home.ts";
import {
  centre,
  focusStep,
  largestUpload,
  nearestFocus,
  type Focus,
  type Picture,
} from "#domain/content/picture.ts";
import { refusalWords, type Words } from "./picture-words.ts";
import { sendPicture, type Sending } from "./send-picture.ts";

type Props = {
  name: string;
  label: string;
  picture: DescribedPicture | null;
  error?: string | undefined;
  altError?: string | undefined;
};

type Work =
  | { kind: "none" }
  | { kind: "sending"; percent: number }
  | { kind: "told"; failed: boolean; words: Words };

/**
 * The form fields are `name` (the id, or empty), `name-alt`, `name-alt-sw` and `name-focus`. With script, a chosen
 * file is uploaded immediately. Without script, the form sends it as `name-file`.
 */
export function PictureField({ name, label, picture: initial, error, altError }: Props) {
  const chosen = usePicture(initial);
  const { picture, focus, setFocus, held, work, send } = chosen;

  function paste(event: ClipboardEvent) {
    const file = event.clipboardData.files[0];
    if (!file) return;
    event.preventDefault();
    void send(file);
  }

  return (
    <fieldset
      className="picture-field"
      id={name}
      tabIndex={-1}
      data-wrong={error === undefined ? undefined : ""}
      data-empty={picture === null ? "" : undefined}
      onPaste={paste}
    >
      <legend>{label}</legend>
      {error && (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <input ref={held} type="hidden" name={name} value={picture?.id ?? ""} />
      <input
        type="hidden"
        name={`${name}-size`}
        value={picture ? `${picture.width}x${picture.height}` : ""}
      />
      {picture && (
        <label className="check without-script">
          <input type="checkbox" name={`${name}-remove`} />
          Remove this image
        </label>
      )}
      <PicturePlace name={name} label={label} error={error} chosen={chosen} />
      <Progress label={label} work={work} />
      <div className="picture-described">
        <FocusFields name={name} focus={focus} onChange={setFocus} picture={picture} />
        <Descriptions name={name} initial={initial} error={altError} />
      </div>
    </fieldset>
  );
}

type Chosen = ReturnType<typeof usePicture>;

function usePicture(initial: DescribedPicture | null) {
  const [picture, setPicture] = useState<Picture | null>(initial);
  const [focus, setFocus] = useState<Focus>(initial?.focus ?? centre);
  const [work, setWork] = useState<Work>({ kind: "none" });
  const sending = useRef<Sending>(null);
  const held = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    sendChosen();
    return () => sending.current?.stop();
  }, []);
  // The form listens to input events to detect unsaved changes.
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else held.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [picture, focus]);

  async function send(file: File | undefined) {
    if (!file) return;
    sending.current?.stop();
    const refused = refusalOf(file);
    if (refused) return setWork({ kind: "told", failed: true, words: refusalWords[refused] });
    setWork({ kind: "sending", percent: 0 });
    const mine = sendPicture(file, (percent) => setWork({ kind: "sending", percent }));
    sending.current = mine;
    const sent = await mine.done;
    if ("failed" in sent) return setWork({ kind: "told", failed: true, words: sent.failed });
    setPicture(sent.picture);
    setFocus(centre);
    setWork({ kind: "told", failed: false, words: { title: "Image uploaded successfully", text: "" } });
  }

  // Empties the input, so that the form does not send the file again.
  function sendChosen() {
    const file = chooser.current?.files?.[0];
    if (!chooser.current || !file) return;
    chooser.current.value = "";
    void send(file);
  }

  function remove() {
    sending.current?.stop();
    setPicture(null);
    setFocus(centre);
    setWork({ kind: "none" });
    chooser.current?.focus();
  }

  return { picture, focus, setFocus, work, send, sendChosen, remove, held, chooser };
}

type PlaceProps = { name: string; label: string; error: string | undefined; chosen: Chosen };

function PicturePlace({ name, label, error, chosen }: PlaceProps) {
  const { picture, focus, setFocus, send, sendChosen, remove, chooser } = chosen;
  const [over, setOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  }

  function point({ currentTarget, clientX, clientY }: MouseEvent) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setFocus(nearestFocus(((clientX - left) / width) * 100, ((clientY - top) / height) * 100));
  }

  return (
    <div
      className="picture-place"
      data-over={over ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {picture && (
        <div className={`picture-whole ${focusClasses(focus)}`} onClick={point}>
          <Shown picture={picture} alt="" sizes="24rem" />
          <span className="picture-point" />
        </div>
      )}
      <div className="picture-choose">
        <label className="button quiet small" htmlFor={`${name}-file`}>
          {picture ? "Choose another image" : "Choose an image"}
        </label>
        <input
          ref={chooser}
          id={`${name}-file`}
          type="file"
          name={`${name}-file`}
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-label={`${label}: ${picture ? "choose another image" : "choose an image"}`}
          aria-describedby={`${name}-hint${error ? ` ${name}-error` : ""}`}
          onChange={sendChosen}
        />
        {picture && (
          <button type="button" className="button quiet small needs-script" onClick={remove}>
            Remove image
          </button>
        )}
        <p className="field-hint" id={`${name}-hint`}>
          PNG, JPG, GIF up to 5MB
        </p>
        <p className="field-hint needs-script">Or drag an image here, or paste one.</p>
      </div>
    </div>
  );
}

function Progress({ label, work }: { label: string; work: Work }) {
  return (
    <>
      {work.kind === "sending" && (
        <progress max={100} value={work.percent} aria-label={`${label}: uploading`} />
      )}
      <p
        className="picture-told"
        role="status"
        data-failed={work.kind === "told" && work.failed ? "" : undefined}
      >
        {work.kind === "told" && (
          <>
            <strong>{work.words.title}</strong> {work.words.text}
          </>
        )}
      </p>
    </>
  );
}

function Descriptions({
  name,
  initial,
  error,
}: {
  name: string;
  initial: DescribedPicture | null;
  error: string | undefined;
}) {
  return (
    <>
      <TextAreaField
        id={`${name}-alt`}
        label="Image description (English)"
        hint="For people who cannot see the image"
        rows={2}
        defaultValue={initial?.alt.en}
        error={error}
      />
      <TextAreaField
        id={`${name}-alt-sw`}
        label="Image description (Kiswahili)"
        rows={2}
        defaultValue={initial?.alt.sw ?? undefined}
      />
    </>
  );
}

type FocusProps = { name: string; focus: Focus; onChange(focus: Focus): void; picture: Picture | null };

/** Sliders work by keyboard, by touch and without script. A click on the picture moves both. */
function FocusFields({ name, focus, onChange, picture }: FocusProps) {
  return (
    <div className="picture-focus">
      <p id={`${name}-focus-about`}>
        Choose the part that must stay visible when the image is cropped. Click the image or move the sliders.
      </p>
      {(["x", "y"] as const).map((axis) => (
        <label key={axis}>
          {axis === "x" ? "From the left" : "From the top"}
          <input
            type="range"
            name={`${name}-focus`}
            min={0}
            max={100}
            step={focusStep}
            value={focus[axis]}
            aria-valuetext={`${focus[axis]}%`}
            aria-describedby={`${name}-focus-about`}
            onChange={({ currentTarget }) => onChange({ ...focus, [axis]: Number(currentTarget.value) })}
          />
        </label>
      ))}
      {picture && (
        <div className="picture-crops" aria-hidden="true">
          {["wide", "square", "tall"].map((shape) => (
            <div key={shape} className={`picture-crop crop-${shape}`}>
              <Shown picture={{ ...picture, focus }} alt="" sizes="12rem" />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function refusalOf({ type, size }: File): "not-a-picture" | "too-large" | null {
  if (!type.startsWith("image/")) return "not-a-picture";
  return size > largestUpload ? "too-large" : null;
}
