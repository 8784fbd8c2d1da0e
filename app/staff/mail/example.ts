import { data } from "react-router";
import { languages } from "#domain/content/language.ts";
import { examples } from "#email/examples.ts";
import { writeExample } from "./write-example.server.ts";
import type { Route } from "./+types/example";

export const handle = { policy: "staff" };

/** For the frame on the preview page: scripts, external files and links do not work in it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const example = examples.find(({ name }) => name === params.kind);
  const language = languages.find((each) => each === params.language);
  if (example === undefined || language === undefined) throw data(null, { status: 404 });
  const { html } = await writeExample(context, example.message, language);
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Frame-Options": "SAMEORIGIN",
      // Emails have inline styles, because many mail programs ignore style sheets.
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
    },
  });
}
