import { data, redirect } from "react-router";
import { z } from "zod";
import {
  contentContext,
  databaseContext,
  keepingContext,
  originContext,
  securityContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Island } from "#app/islands/island.tsx";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { Field } from "#app/ui/field.tsx";
import { readPasskeys } from "#database/accounts/passkeys.ts";
import type { Language } from "#domain/content/language.ts";
import { removePasskey } from "#operations/accounts/second-step/remove-passkey.ts";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { settingCookies } from "#app/account/after-sign-in.ts";
import { momentIn } from "#app/account/moment.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { beginAdding, finishAdding } from "./passkey-ceremonies.server.ts";
import { spentChallenge } from "./passkey-challenge.server.ts";
import { prove } from "./prove.server.ts";
import { passkeySite } from "./passkey-site.server.ts";
import { secondFactorOf } from "./second-factor.server.ts";
import settingsStyles from "#app/account/settings/page.css?inline";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { messageAt, Proving } from "./two-step-forms.tsx";
import type { Route } from "./+types/passkeys";

export const handle = { policy: "own-account", styles: accountStyles + settingsStyles, footer: "short" };

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const language = languageOf(url.pathname);
  const person = signedInPerson(context);
  const passkeys = await readPasskeys(context.get(databaseContext), person.id);
  return {
    origin: context.get(originContext),
    address: url.pathname,
    factor: secondFactorOf(context),
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name, added: momentIn(language, createdAt) },
      used: usedAt && momentIn(language, usedAt),
    })),
  };
}

const text = z.string().default("");
const formSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("add"), name: text.pipe(z.string().trim()), current: text, code: text }),
  z.object({ what: z.literal("create"), name: z.string().trim().min(1).max(60), credential: text }),
  z.object({ what: z.literal("remove"), passkey: text, current: text, code: text }),
]);

type Fault = { form: "add" | "remove"; errors: { field: string; message: string }[] };
type Shown =
  | { kind: "fault"; fault: Fault; name: string }
  | { kind: "begun"; site: string; name: string; options: string };

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const person = signedInPerson(context);
  const db = context.get(databaseContext);
  const site = passkeySite(context);
  const form = await readForm(request, formSchema);
  if (!form.ok) return redirect(url.pathname, 303);
  const { value } = form;
  const wrong = (at: Fault["form"], field: string, message: string, status: number) =>
    shown(
      {
        kind: "fault",
        fault: { form: at, errors: [{ field: `${at}-${field}`, message }] },
        name: value.what === "remove" ? "" : value.name,
      },
      status,
    );
  const done = (title: string) => {
    context.get(securityContext)("second-step-changed");
    const cookies = [noticeCookie({ tone: "success", title }), spentChallenge];
    return redirect(url.pathname, { status: 303, headers: settingCookies(cookies) });
  };

  if (value.what === "create") {
    const refusal = await create({ request, context, person }, value, language);
    return refusal === null
      ? done(t("passkeys.done"))
      : wrong("add", "name", refusal.message, refusal.status);
  }
  if (value.what === "add" && value.name === "") return wrong("add", "name", t("passkeys.nameRequired"), 400);
  if (value.what === "add" && value.name.length > 60)
    return wrong("add", "name", t("passkeys.nameTooLong"), 400);
  if (value.current === "") return wrong(value.what, "current", t("settings.currentRequired"), 400);
  if (person.hasSecondStep && value.code.trim() === "")
    return wrong(value.what, "code", t("secondStep.codeRequired"), 400);
  const proof = await prove({ request, context, person }, { password: value.current, code: value.code });
  if (proof.kind !== "proven") {
    const { field, message, status } = faultOfProof(proof, t);
    return wrong(value.what, field, message, status);
  }
  if (value.what === "remove") {
    const removed = await removePasskey(db, value.passkey, { person, sessionId: person.sessionId, language });
    return removed === "removed"
      ? done(t("passkeys.removed"))
      : wrong("remove", "current", t("passkeys.gone"), 409);
  }
  if (site === null) return wrong("add", "name", t("passkeys.unsupported"), 409);
  const { fund } = await context.get(contentContext).settings();
  const { options, cookie } = await beginAdding(db, site, { person, fund: fund.name.en });
  const begun = { kind: "begun", site: site.id, name: value.name, options: JSON.stringify(options) } as const;
  return shown(begun, 200, [cookie]);
}

async function create(
  { request, context, person }: Parameters<typeof prove>[0],
  { name, credential }: { name: string; credential: string },
  language: Language,
): Promise<{ message: string; status: number } | null> {
  const t = translatorIn(language);
  const site = passkeySite(context);
  const cookies = request.headers.get("Cookie") ?? "";
  const adding = { person, name, credential, cookies, language };
  const outcome = site === null ? "refused" : await finishAdding(context.get(databaseContext), site, adding);
  switch (outcome) {
    case "added":
      return null;
    case "refused":
    case "signed-out":
      return { message: t("passkeys.tooOld"), status: 403 };
    case "known":
      return { message: t("passkeys.known"), status: 409 };
    case "too-many":
      return { message: t("passkeys.tooMany"), status: 409 };
  }
}

type Unproven = Exclude<Awaited<ReturnType<typeof prove>>, { kind: "proven" }>;

function faultOfProof(proof: Unproven, t: Translator) {
  switch (proof.kind) {
    case "no-password":
      return { field: "current", message: t("settings.currentRequired"), status: 400 };
    case "no-code":
      return { field: "code", message: t("secondStep.codeRequired"), status: 400 };
    case "wrong-password":
      return { field: "current", message: t("settings.currentWrong"), status: 403 };
    case "wrong-code":
      return { field: "code", message: t("settings.codeWrong"), status: 403 };
    case "no-passkey":
      return { field: "factor", message: t("passkeys.confirmFirst"), status: 403 };
    case "too-many":
      return { field: "current", message: t("signIn.tooMany", { minutes: proof.minutes }), status: 429 };
  }
}

const shown = (what: Shown, status: number, cookies: string[] = []) =>
  data(what, { status, headers: settingCookies(cookies) });

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { origin, address, factor, passkeys } = loaderData;
  const fault = actionData?.kind === "fault" ? actionData.fault : null;
  return (
    <AccountPage
      origin={origin}
      title={t("passkeys.title")}
      text={t("passkeys.text")}
      hasDrawing={passkeys.length === 0}
    >
      {actionData?.kind === "begun" ? (
        <NewPasskey address={address} begun={actionData} />
      ) : (
        <>
          <RemoveForm address={address} factor={factor} passkeys={passkeys} fault={fault} />
          <AddForm
            address={address}
            factor={factor}
            fault={fault}
            name={actionData?.kind === "fault" ? actionData.name : ""}
          />
        </>
      )}
      <p className="account-links">
        <a href={localAddress(language, "/settings")}>{t("settings.title")}</a>
        <a href="/dashboard">{t("settings.dashboard")}</a>
      </p>
    </AccountPage>
  );
}

type FormProps = Pick<Route.ComponentProps["loaderData"], "address" | "factor"> & { fault: Fault | null };

function NewPasskey({ address, begun }: { address: string; begun: Extract<Shown, { kind: "begun" }> }) {
  const t = useText();
  return (
    <form className="panel form" method="post" action={address}>
      <p>{t("passkeys.createText")}</p>
      <input type="hidden" name="what" value="create" />
      <input type="hidden" name="name" value={begun.name} />
      <input type="hidden" name="credential" value="" />
      <noscript>{t("passkeys.noScript")}</noscript>
      <p data-without-passkeys="" hidden>
        {t("passkeys.unsupported")}
      </p>
      <Island
        name="new-passkey"
        of={PasskeyButton}
        props={{
          site: begun.site,
          options: begun.options,
          words: {
            button: t("passkeys.create"),
            busy: t("passkeys.creating"),
            failed: t("passkeys.notCreated"),
          },
        }}
        plain
        now
      />
    </form>
  );
}

function RemoveForm({
  address,
  factor,
  fault,
  passkeys,
}: FormProps & Pick<Route.ComponentProps["loaderData"], "passkeys">) {
  const t = useText();
  if (passkeys.length === 0) return <p>{t("passkeys.none")}</p>;
  return (
    <form className="panel form" method="post" action={address} aria-labelledby="remove-passkey" noValidate>
      <h2 id="remove-passkey">{t("passkeys.remove")}</h2>
      <Proving form="remove" fault={fault} factor={factor} />
      <ul className="sessions">
        {passkeys.map(({ id, name, added, used }) => (
          <li key={id}>
            <p>
              <strong>{name}</strong>
              <small>
                {t("passkeys.added", { at: added })}
                {used && `, ${t("passkeys.used", { at: used })}`}
              </small>
            </p>
            <button className="button quiet small" type="submit" name="passkey" value={id}>
              {t("passkeys.removeOne")}
              <span className="visually-hidden"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  );
}

function AddForm({ address, factor, fault, name }: FormProps & { name: string }) {
  const t = useText();
  return (
    <form className="panel form" method="post" action={address} aria-labelledby="add-passkey" noValidate>
      <h2 id="add-passkey">{t("passkeys.add")}</h2>
      <Field
        id="add-name"
        name="name"
        label={t("passkeys.name")}
        hint={t("passkeys.nameHint")}
        error={messageAt(fault, "add-name")}
        defaultValue={name}
        maxLength={60}
        required
      />
      <Proving form="add" fault={fault} factor={factor} />
      <button className="button wide" type="submit">
        {t("passkeys.proceed")}
      </button>
    </form>
  );
}
