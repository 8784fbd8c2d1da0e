import { data, redirect } from "react-router";
import type { Seal } from "#domain/system/seal.ts";
import type { Reads } from "#database/sql.server.ts";
import {
  databaseContext,
  keepingContext,
  originContext,
  sealContext,
  securityContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { findLink, secondStepsEndSince } from "#database/accounts/links.ts";
import { readSecondSteps, type AddedSecondStep } from "#database/accounts/second-step.ts";
import { confirmEmail } from "#operations/accounts/confirm-email.ts";
import { confirmEmailChange } from "#operations/accounts/confirm-email-change.ts";
import { undoEmailChange } from "#operations/accounts/undo-email-change.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { DeadLink } from "./dead-link.tsx";
import { SecondSteps, writtenIn, type WrittenSecondStep } from "./second-step/added-list.tsx";
import type { Route } from "./+types/email";

export const handle = { policy: "everyone", styles: accountStyles, footer: "short" };

/** A GET changes nothing, because mail scanners open links too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const { kind, key } = linkIn(url);
  const link = await findLink(context.get(databaseContext), kind, key);
  const email = link?.email ?? null;
  const visitor = context.get(visitorContext)?.id ?? null;
  const mustSignIn = kind !== "email-undo" && visitor !== link?.userId;
  const waysIn =
    kind === "email-undo" && link?.userId ? await readWaysIn(context, link.userId, { key, url }) : null;
  return data(
    {
      ...{ origin: context.get(originContext), address: url.pathname + url.search, kind, email },
      ...{ mustSignIn, isOther: mustSignIn && visitor !== null, waysIn },
    },
    { status: email === null ? 404 : 200 },
  );
}

type Context = Route.LoaderArgs["context"];

/** The second steps that an undo ends, and those that it leaves. */
async function readWaysIn(context: Context, userId: string, { key, url }: { key: string; url: URL }) {
  const db = context.get(databaseContext);
  const since = await secondStepsEndSince(db, key);
  const all = await readSecondSteps(db, userId);
  const isEnded = ({ at }: AddedSecondStep) => since !== null && at >= since;
  const language = languageOf(url.pathname);
  return {
    ends: writtenIn(language, all.filter(isEnded)),
    stays: writtenIn(
      language,
      all.filter((each) => !isEnded(each)),
    ),
  };
}

export async function action({ context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const { kind, key } = linkIn(url);
  const by = context.get(visitorContext)?.id ?? null;
  const outcome = await works[kind](context.get(databaseContext), { key, by }, context.get(sealContext));
  if (outcome === "no-link") return data({ message: null }, { status: 404 });
  // The page then asks the visitor to sign in.
  if (outcome === "not-signed-in") return data({ message: null }, { status: 403 });
  if (outcome === "taken")
    return data({ message: await takenText(context, t, { kind, key }) }, { status: 409 });
  if (outcome !== "confirmed") context.get(securityContext)("email-changed");
  const { next, ...notice } = {
    changed: { title: t("emailLink.confirmed"), next: "/settings" },
    confirmed: { title: t("emailLink.ownConfirmed"), next: "/settings" },
    undone: { title: t("emailLink.undone"), text: t("emailLink.thenPassword"), next: "/auth" },
    "undone-disabled": { title: t("emailLink.undone"), next: "/auth" },
  }[outcome];
  return redirect(localAddress(language, next), {
    status: 303,
    headers: { "Set-Cookie": noticeCookie({ tone: "success", ...notice }) },
  });
}

async function takenText(context: Context, t: Translator, { kind, key }: { kind: Kind; key: string }) {
  if (kind !== "email-undo") return t("emailLink.taken");
  const link = await findLink(context.get(databaseContext), kind, key);
  return t("emailLink.undoTaken", { email: link?.email ?? "" });
}

type Opened = { key: string; by: string | null };

const works = {
  "email-change": (db: Reads, opened: Opened, seal: Seal) => confirmEmailChange(db, seal, opened),
  "email-confirm": (db: Reads, { key, by }: Opened) => confirmEmail(db, key, by),
  "email-undo": (db: Reads, { key }: Opened, seal: Seal) => undoEmailChange(db, seal, key),
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
  const language = useLanguage();
  const { origin, address, kind, email, mustSignIn, isOther, waysIn } = loaderData;
  if (email === null) return <DeadLink origin={origin}>{null}</DeadLink>;
  const [title, text, button] = words[kind];
  if (mustSignIn)
    return (
      <AccountPage origin={origin} title={t(title)} text={t("emailLink.signInFirst", { email })}>
        {isOther ? (
          <p>{t("emailLink.otherAccount")}</p>
        ) : (
          <a
            className="button wide"
            href={`${localAddress(language, "/auth")}?next=${encodeURIComponent(address)}`}
          >
            {t("signIn.button")}
          </a>
        )}
      </AccountPage>
    );
  return (
    <AccountPage origin={origin} title={t(title)} text={t(text, { email })}>
      {actionData?.message && (
        <div className="panel account-told" role="alert">
          <p>{actionData.message}</p>
        </div>
      )}
      <form className="panel form" method="post" action={address}>
        {waysIn !== null && <WaysIn {...waysIn} />}
        <button className="button wide" type="submit">
          {t(button)}
        </button>
      </form>
    </AccountPage>
  );
}

type WaysInProps = { ends: WrittenSecondStep[]; stays: WrittenSecondStep[] };

function WaysIn({ ends, stays }: WaysInProps) {
  const t = useText();
  return (
    <>
      {ends.length > 0 && (
        <div className="account-told">
          <h2>{t("emailLink.undoEnds")}</h2>
          <SecondSteps added={ends} />
          <p>{t("emailLink.undoEndsText")}</p>
        </div>
      )}
      {stays.length > 0 && (
        <div className="account-told">
          <h2>{t("emailLink.undoStays")}</h2>
          <SecondSteps added={stays} />
          <p>{t("emailLink.undoStaysText")}</p>
        </div>
      )}
    </>
  );
}
