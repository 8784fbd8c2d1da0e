import { data, redirect } from "react-router";
import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  accountsContext,
  contentContext,
  databaseContext,
  keepingContext,
  originContext,
  securityContext,
} from "#app/http/context.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { hasSecondStepNow } from "#database/accounts/second-step.ts";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import type { Person } from "#domain/accounts/roles.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import {
  confirmBackupCodes,
  countBackupCodes,
  findCodeSet,
  findUnsavedCodes,
  replaceBackupCodes,
  type BackupCodes as MadeCodes,
} from "#operations/accounts/second-step/make-backup-codes.ts";
import { recordSecondStepChange } from "#operations/accounts/second-step/record-change.ts";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { settingCookies } from "#app/account/after-sign-in.ts";
import { prove, type Proof } from "./prove.server.ts";
import { readCode } from "./read-code.ts";
import { secondFactorOf } from "./second-factor.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import { stillToSetUp } from "./still-to-set-up.server.ts";
import { BackupCodes, BeginForm, ConfirmForm, ManageForms, type Fault } from "./two-step-forms.tsx";
import twoStepStyles from "./two-step.css?inline";
import type { Route } from "./+types/two-step";

export const handle = { policy: "own-account", styles: accountStyles + twoStepStyles, footer: "short" };

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const person = signedInPerson(context);
  const mustSetUp = async (one: Person) =>
    (await stillToSetUp(() => context.get(databaseContext), "signed-in", one)) === "/settings/two-step";
  return {
    origin: context.get(originContext),
    address: url.pathname,
    isOn: person.hasSecondStep,
    factor: secondFactorOf(context),
    isHeldUp: await mustSetUp(person),
    isRequired: await mustSetUp({ ...person, hasSecondStep: false }),
    email: person.email,
    unsaved: person.hasSecondStep ? await findUnsavedCodes(context.get(databaseContext), person.id) : null,
    codesLeft: person.hasSecondStep ? await countBackupCodes(context.get(databaseContext), person.id) : 0,
  };
}

const text = z.string().default("");
const formSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("begin"), current: text }),
  z.object({ what: z.literal("confirm"), code: text, key: text }),
  z.object({ what: z.literal("backup"), current: text, code: text }),
  z.object({ what: z.literal("saved"), set: text }),
  z.object({ what: z.literal("remove"), current: text, code: text }),
]);

type Shown =
  | { kind: "fault"; fault: Fault }
  | { kind: "begun"; key: string; uri: string; fault?: Fault }
  | (MadeCodes & { kind: "codes" });

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const person = signedInPerson(context);
  const accounts = context.get(accountsContext);
  const cookies = request.headers.get("Cookie") ?? "";
  const form = await readForm(request, formSchema);
  if (!form.ok) return redirect(url.pathname, 303);
  const { value } = form;
  if (value.what === "saved") {
    const isNewest = await confirmBackupCodes(context.get(databaseContext), person.id, value.set);
    return isNewest ? redirect("/dashboard", 303) : toNewest(language, t);
  }
  if (value.what === "confirm") return confirm({ request, context, person }, { ...value, language }, t);

  const code = "code" in value ? value.code : "";
  const errors: Fault["errors"] = [];
  if (value.current === "")
    errors.push({ field: `${value.what}-current`, message: t("settings.currentRequired") });
  if ("code" in value && readCode(code) === "")
    errors.push({ field: `${value.what}-code`, message: t("secondStep.codeRequired") });
  if (errors.length > 0) return shown({ kind: "fault", fault: { form: value.what, errors } }, 400);
  const before = await findCodeSet(context.get(databaseContext), person.id);
  const proof = await prove({ request, context, person }, { password: value.current, code });
  if (proof.kind !== "proven") return refused(value.what, proof, t);
  switch (value.what) {
    case "begin": {
      const uri = await accounts.beginSecondStep(cookies, value.current, await issuerIn(context));
      if (uri === null) return redirect(url.pathname, 303);
      return shown({ kind: "begun", key: new URL(uri).searchParams.get("secret") ?? "", uri });
    }
    case "backup": {
      const by = { person, sessionId: person.sessionId, language };
      const made = await replaceBackupCodes(context.get(databaseContext), before, by);
      if (made === "signed-out") return redirect(localAddress(language, "/auth"), 303);
      if (made === "replaced-before") return toNewest(language, t);
      return shown({ kind: "codes", codes: made.codes, set: made.set });
    }
    case "remove": {
      const ended = await accounts.endSecondStep(cookies, value.current);
      if (ended)
        await changed({ context, person }, "second-step-removed", {
          cookies: ended.cookies,
          language,
        });
      return redirect(url.pathname, { status: 303, headers: settingCookies(ended?.cookies ?? []) });
    }
  }
}

/** The page then offers new codes. */
function toNewest(language: Language, t: Translator) {
  const notice = noticeCookie({
    tone: "error",
    title: t("twoStep.replaced"),
    text: t("twoStep.replacedText"),
  });
  return redirect(localAddress(language, "/settings/two-step"), {
    status: 303,
    headers: { "Set-Cookie": notice },
  });
}

async function confirm(
  { request, context, person }: Parameters<typeof prove>[0],
  { key, code, language }: { key: string; code: string; language: Language },
  t: Translator,
) {
  const again = async (message: string, status: number) => {
    const fault: Fault = { form: "confirm", errors: [{ field: "confirm-code", message }] };
    return shown(
      { kind: "begun", key, uri: uriOf(await issuerIn(context), person.email, key), fault },
      status,
    );
  };
  if (readCode(code) === "") return again(t("secondStep.codeRequired"), 400);
  const counted = [{ subject: `confirm code of ${person.id}`, limits: [{ most: 10, within: 15 * 60 }] }];
  const attempt = await countAttempt(context.get(databaseContext), counted);
  if (attempt.kind === "passed") {
    const cookies = request.headers.get("Cookie") ?? "";
    const done = await context.get(accountsContext).confirmSecondStep(cookies, person, readCode(code));
    if (done) {
      await changed({ context, person }, "second-step-added", { cookies: done.cookies, language });
      return shown({ kind: "codes", ...done.made }, 200, done.cookies);
    }
  }
  // The form was sent twice, and the answer to the first was lost. The page says what to do about the backup codes.
  if (person.hasSecondStep) return shown({ kind: "fault", fault: { form: "confirm", errors: [] } }, 409);
  if (await hasSecondStepNow(context.get(databaseContext), person.id))
    return redirect(localAddress(language, "/settings/two-step"), 303);
  if (attempt.kind === "limited")
    return again(t("signIn.tooMany", answerWithWait(context, attempt.retryAfter)), 429);
  context.get(securityContext)("wrong-code");
  return again(t("settings.codeWrong"), 403);
}

/** `cookies`: the library has given the browser a new session. */
async function changed(
  { context, person }: Pick<Parameters<typeof prove>[0], "context" | "person">,
  change: "second-step-added" | "second-step-removed",
  { cookies, language }: { cookies: string[]; language: Language },
): Promise<void> {
  const sent = cookies.map((cookie) => cookie.split(";", 1).join()).join("; ");
  const { person: now } = await context.get(accountsContext).readSession(sent);
  const sessionId = now?.sessionId ?? person.sessionId;
  const changer = { person, sessionId, language };
  await context
    .get(databaseContext)
    .transaction()
    .execute((tx) => recordSecondStepChange(tx, changer, change));
  context.get(securityContext)("second-step-changed");
}

const shown = (what: Shown, status = 200, cookies: string[] = []) =>
  data(what, { status, headers: settingCookies(cookies) });

function refused(form: Fault["form"], proof: Exclude<Proof, { kind: "proven" }>, t: Translator) {
  const fault = (field: string, message: string): Shown => ({
    kind: "fault",
    fault: { form, errors: [{ field: `${form}-${field}`, message }] },
  });
  switch (proof.kind) {
    case "no-password":
      return shown(fault("current", t("settings.currentRequired")), 400);
    case "no-code":
      return shown(fault("code", t("secondStep.codeRequired")), 400);
    case "wrong-password":
      return shown(fault("current", t("settings.currentWrong")), 403);
    case "wrong-code":
      return shown(fault("code", t("settings.codeWrong")), 403);
    case "no-passkey":
      return shown(fault("factor", t("passkeys.confirmFirst")), 403);
    case "too-many":
      return shown(fault("current", t("signIn.tooMany", { minutes: proof.minutes })), 429);
  }
}

async function issuerIn(context: Parameters<typeof prove>[0]["context"]): Promise<string> {
  const { fund } = await context.get(contentContext).settings();
  return fund.name.en;
}

/** Built again after a wrong code, with the key that the page already showed. */
function uriOf(issuer: string, email: string, key: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const parameters = new URLSearchParams({ secret: key.slice(0, 200), issuer });
  return `otpauth://totp/${label}?${parameters.toString().replaceAll("+", "%20")}`;
}

export default function TwoStep({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { origin, address, isOn, factor, isHeldUp, isRequired, email, codesLeft, unsaved } = loaderData;
  const fault = actionData?.kind === "fault" ? actionData.fault : null;
  const isManaged = isOn && actionData?.kind !== "codes" && actionData?.kind !== "begun";
  return (
    <AccountPage origin={origin} title={t("twoStep.title")} text={t("twoStep.text")} hasDrawing={!isManaged}>
      {isHeldUp && actionData?.kind !== "codes" && (
        <p className="two-step-required">{t("twoStep.required")}</p>
      )}
      {actionData?.kind === "codes" ? (
        <BackupCodes address={address} codes={actionData.codes} set={actionData.set} email={email} />
      ) : actionData?.kind === "begun" ? (
        <ConfirmForm
          address={address}
          uri={actionData.uri}
          typed={actionData.key}
          fault={actionData.fault ?? null}
        />
      ) : isManaged ? (
        <ManageForms
          address={address}
          fault={fault}
          factor={factor}
          codesLeft={codesLeft}
          unsaved={unsaved}
          isRequired={isRequired}
        />
      ) : (
        <BeginForm address={address} fault={fault} factor={factor} />
      )}
      {!isManaged && <p>{t("twoStep.orPasskey")}</p>}
      <p className="account-links">
        <a href={localAddress(language, "/settings/passkeys")}>{t("passkeys.title")}</a>
        <a href={localAddress(language, "/settings")}>{t("settings.title")}</a>
        <a href="/dashboard">{t("settings.dashboard")}</a>
      </p>
    </AccountPage>
  );
}
