import { databaseContext, pageContext } from "#app/http/context.server.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { policyFor, closedPolicy } from "#app/http/security/headers.server.ts";
import { receiveForm } from "#app/staff/picture-field.server.ts";
import { localAddress } from "#app/site/address.ts";
import { previewRecord } from "#operations/content/preview-record.ts";
import type { EditorView } from "./editor.ts";
import { withKnownPictures } from "./answer-form.server.ts";
import { editorAt } from "./editors.server.ts";
import { labelOf, readDraft, withoutUntouched } from "./fields.ts";
import type { Route } from "./+types/preview";

export const handle = { policy: "staff" };

/** The whole page with the unsaved changes. Scripts do not run and links do not work. */
export async function action({ request, params, context, url }: Route.ActionArgs) {
  const { view, record, asSeen } = editorAt(params["*"], context);
  const seenAt = view.seenAt?.split("#", 1).join() ?? null;
  if (seenAt === null || url.searchParams.get("page") !== seenAt)
    return inFrame(404, "text/plain", noPreview, closedPolicy);
  const { form } = await receiveForm(request, context);
  const db = context.get(databaseContext);
  const published = url.searchParams.has("published") ? await record.read(db) : undefined;
  if (published === null) return inFrame(200, "text/plain", notPublished, closedPolicy);
  const entered = withoutUntouched(view.fields, readDraft(view.fields, form));
  const { draft, errors } = await withKnownPictures(db, view.fields, published ?? entered);
  const checked = record.check(asSeen ? asSeen(draft) : draft);
  if (checked.kind === "invalid") return waitsFor(view, [...errors, ...checked.errors]);
  if (errors.length > 0) return waitsFor(view, errors);
  const language = form.get("language") === "sw" ? "sw" : "en";
  const preview = await previewRecord(db, checked, (reads) =>
    context.get(pageContext)(localAddress(language, seenAt), reads),
  );
  if (preview.kind === "invalid") return waitsFor(view, preview.errors);
  const page = preview.seen;
  const html = (await page.text())
    .replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, "")
    // On a phone, a fold could hide the text that is edited.
    .replaceAll('<details class="phone-fold">', '<details class="phone-fold" open="">')
    .replace("<head>", '<head><base target="_blank">');
  return inFrame(page.status, "text/html", html, policyFor(html));
}

const notPublished = "It is not published yet.\n";

const noPreview = "This editor has no preview of that page. Open the editor again, and use its preview.\n";

/** Not an error: the person is still typing. */
function waitsFor({ fields }: EditorView, errors: FormErrors): Response {
  const faults = errors.map(({ field, message }) => `${labelOf(fields, field)}: ${message}`);
  return inFrame(
    200,
    "text/plain",
    `To see the preview, fix this first:\n\n${faults.join("\n")}\n`,
    closedPolicy,
  );
}

function inFrame(status: number, type: string, body: string, policy: string): Response {
  return new Response(body, {
    status,
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": "private, no-store",
      "X-Frame-Options": "SAMEORIGIN",
      "Content-Security-Policy": `${policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`,
    },
  });
}
