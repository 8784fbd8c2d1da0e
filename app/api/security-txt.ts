import { contentContext, originContext } from "#app/http/context.server.ts";
import type { Route } from "./+types/security-txt";

export const handle = { policy: "everyone" };

const daysValid = 180;

/** RFC 9116. The contact is the one that staff set for the fund. */
export async function loader({ context }: Route.LoaderArgs) {
  const origin = context.get(originContext);
  const { contact } = await context.get(contentContext).settings();
  const expires = new Date(Date.now() + daysValid * 86_400_000);
  const ways = contact.emails.length > 0 ? contact.emails.map((email) => `mailto:${email}`) : [origin];
  const lines = [
    ...ways.map((way) => `Contact: ${way}`),
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en, sw",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
