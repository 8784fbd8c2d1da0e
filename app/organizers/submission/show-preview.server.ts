import type { RouterContextProvider } from "react-router";
import type { Submission } from "#domain/campaigns/submission.ts";
import type { Language } from "#domain/content/language.ts";
import { previewSubmission } from "#operations/campaigns/preview-submission.ts";
import { databaseContext, pageContext } from "#app/http/context.server.ts";
import { closedPolicy, policyFor } from "#app/http/security/headers.server.ts";
import { localAddress } from "#app/site/address.ts";

type Shown = { submission: Submission; ownerId: string; language: Language };

/** The campaign's page as visitors will see it. Scripts do not run and forms do not work. */
export async function showPreview(context: Readonly<RouterContextProvider>, shown: Shown): Promise<Response> {
  const page = await previewSubmission(
    context.get(databaseContext),
    { ...shown, now: new Date() },
    (reads, id) => context.get(pageContext)(localAddress(shown.language, `/campaigns/${id}`), reads),
  );
  const html = (await page.text())
    .replaceAll(/<script[^>]*>[\s\S]*?<\/script>/g, "")
    .replace("<head>", '<head><base target="_blank">');
  return asPreview("text/html", html, policyFor(html));
}

export const noPreviewYet = (text: string): Response => asPreview("text/plain", text, closedPolicy);

function asPreview(type: string, body: string, policy: string): Response {
  return new Response(body, {
    headers: {
      "Content-Type": `${type}; charset=utf-8`,
      "Cache-Control": "private, no-store",
      "X-Frame-Options": "SAMEORIGIN",
      "Content-Security-Policy": `${policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}; sandbox allow-same-origin`,
    },
  });
}
