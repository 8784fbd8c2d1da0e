import { data, redirect } from "react-router";
import type { Seal } from "#domain/system/seal.ts";
import type { Reads } from "#database/sql.server.ts";
import {
  databaseContext,
  keepingContext,
  originContext,
  sealContext,
  securityContext,
} from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { findLink } from "#database/accounts/links.ts";
import { confirmEmail } from "#operations/accounts/confirm-email.ts";
import { confirmEmailChange } from "#operations/accounts/confirm-email-change.ts";
import { undoEmailChange } from "#operations/accounts/undo-email-change.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { DeadLink } from "./dead-link.tsx";
import type { Route } from "./+types/email";

export const handle = { policy: "everybody", styles: accountStyles, footer: "short" };

/** A GET changes nothing, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const { kind, key } = linkIn(url);
  const link = await findLink(context.get(databaseContext), kind, key);
  const email = link?.email ?? null;
  return data(
    { origin: context.get(originContext), address: url.pathname + url.search, kind, email },
    { status: email === null ? 404 : 200 },
  );
}

export async function action({ context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const { kind, key } = linkIn(url);
  const outcome = await works[kind](context.get(databaseContext), key, context.get(sealContext));
  if (outcome === "no-link") return data({ message: null }, { status: 404 });
  if (outcome === "taken") return data({ message: t("emailLink.taken") }, { status: 409 });
  if (outcome !== "confirmed") context.get(securityContext)("email-changed");
  const { next, ...notice } = {
    changed: { title: t("emailLink.confirmed"), next: "/settings" },
    confirmed: { title: t("emailLink.ownConfirmed"), next: "/settings" },
    undone: { title: t("emailLink.undone"), text: t("emailLink.thenPassword"), next: "/auth/forgot" },
  }[outcome];
  return redirect(localAddress(language, next), {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", ...notice }) },
  });
}

const works = {
  "email-change": (db: Reads, key: string, seal: Seal) => confirmEmailChange(db, seal, key),
  "email-confirm": confirmEmail,
  "email-undo": undoEmailChange,
};
type Kind = keyof typeof works;

function linkIn({ searchParams }: URL): { kind: Kind; key: string } {
  const named = [
    ["email-undo", "undo"],
    ["email-confirm", "confirm"],
  ] as const;
  const [kind, name] = named.find(([, name]) => searchParams.has(name)) ?? (["email-change", "key"] as const);
  return { kind, key: searchParams.get(name) ?? "" };
}

const words = {
  "email-change": ["emailLink.title", "emailLink.text", "emailLink.confirm"],
  "email-confirm": ["emailLink.ownTitle", "emailLink.ownText", "emailLink.confirm"],
  "email-undo": ["emailLink.undoTitle", "emailLink.undoText", "emailLink.undo"],
} as const;

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const { origin, address, kind, email } = loaderData;
  if (email === null) return <DeadLink origin={origin}>{actionData?.message}</DeadLink>;
  const [title, text, button] = words[kind];
  return (
    <AccountPage origin={origin} title={t(title)} text={t(text, { email })}>
      <form className="panel form" method="post" action={address}>
        <button className="button wide" type="submit">
          {t(button)}
        </button>
      </form>
    </AccountPage>
  );
}
