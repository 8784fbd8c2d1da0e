import { randomBytes } from "node:crypto";
import { Fragment } from "react";
import { renderToString } from "react-dom/server";
import type { Logger } from "pino";
import { isSlow } from "#database/database-errors.ts";
import { LanguageProvider } from "#app/messages/translator.tsx";
import { languageOf } from "#app/site/address.ts";
import type { ReadFigures } from "#app/site/cached/figure.tsx";
import { busyPage } from "#app/http/overload/busy-page.server.ts";
import { newRequestId } from "#app/http/request-id.server.ts";
import { ownTurn } from "#app/http/overload/turns.server.ts";
import type { RenderedPage } from "./pack.server.ts";
import type { StoredPage } from "./stored-pages.server.ts";

/** Between two figures. It must be unknown to those who write texts. */
const mark = randomBytes(16).toString("base64url");
const between = `<template data-figure="${mark}"></template>`;

/**
 * The page with its figures as they are now. A donation costs no rendering of the rest. Null if they could not be read:
 * rendering the whole page meets the same error and reports it.
 */
export async function withNewFigures(
  read: ReadFigures,
  page: StoredPage,
  log: Logger,
): Promise<RenderedPage | null> {
  try {
    return await render(read, page);
  } catch (error) {
    if (!isSlow(error)) return null;
    // The whole page would wait for the same statement again, with another connection.
    log.warn({ err: error }, "new figures waited too long");
    return busyPage(page.address, newRequestId());
  }
}

async function render(read: ReadFigures, { address, rendered }: StoredPage): Promise<RenderedPage> {
  const { figures } = rendered;
  const shown = await Promise.all(figures.map(({ place }) => place.again(read)));
  await ownTurn({ urgency: "other" });
  const html = renderToString(
    <LanguageProvider value={languageOf(address)}>
      {shown.map((figure, at) => (
        <Fragment key={at}>
          {figure}
          <template data-figure={mark} />
        </Fragment>
      ))}
    </LanguageProvider>,
  );
  return replaced(rendered, html.split(between));
}

function replaced(rendered: RenderedPage, texts: string[]): RenderedPage {
  const pieces: Buffer[] = [];
  let end = 0;
  let length = 0;
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
  };
  const figures = rendered.figures.map(({ place, from, to }, at) => {
    add(rendered.body.subarray(end, from));
    end = to;
    const start = length;
    add(Buffer.from(texts[at] ?? ""));
    return { place, from: start, to: length };
  });
  add(rendered.body.subarray(end));
  return { ...rendered, body: Buffer.concat(pieces, length), figures };
}
