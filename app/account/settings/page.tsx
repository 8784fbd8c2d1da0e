import { data, redirect } from "react-router";
import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  accountsContext,
  databaseContext,
  keepingContext,
  originContext,
  sealContext,
  securityContext,
} from "#app/http/context.server.ts";
import { readForm, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Island } from "#app/islands/island.tsx";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import { judgePassword } from "#operations/accounts/password/judge.ts";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { readPerson } from "#database/accounts/people.ts";
import { readSessions } from "#database/accounts/sessions.ts";
import { endSessions } from "#operations/accounts/end-sessions.ts";
import { deviceOf } from "#domain/accounts/device.ts";
import { isEmail } from "#domain/donations/read-donor.ts";
import type { Language } from "#domain/content/language.ts";
import { changePassword } from "#operations/accounts/password/change.ts";
import { requestEmailChange } from "#operations/accounts/request-email-change.ts";
import { requestEmailConfirmation } from "#operations/accounts/request-email-confirmation.ts";
import { accountStyles } from "#app/account/account-page.tsx";
import { momentIn } from "#app/account/moment.ts";
import { passwordFault } from "#app/account/password-fault.ts";
import { passwordJudges } from "#app/account/password-judges.server.ts";
import { prove, type Proof } from "#app/account/second-step/prove.server.ts";
import { allSessions, SessionList } from "./session-list.tsx";
import { OwnPasswordPanel, SettingsPanel, type SettingsFault } from "./panel.tsx";
import settingsStyles from "./page.css?inline";
import { signedOutAnswer } from "#app/account/signed-out-answer.ts";
import { secondFactorOf } from "#app/account/second-step/second-factor.server.ts";
import { signedInPerson } from "#app/account/signed-in-person.server.ts";
import type { Route } from "./+types/page";

// Its own links lead on, so the header is as small as on the giving path, and asks nothing about visits.
export const handle = {
  policy: "own-account",
  styles: accountStyles + settingsStyles,
  header: "reduced",
  footer: "short",
};

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const language = languageOf(url.pathname);
  const person = signedInPerson(context);
  const db = context.get(databaseContext);
  const [account, sessions] = await Promise.all([readPerson(db, person.id), readSessions(db, person.id)]);
  return {
    origin: context.get(originContext),
    email: person.email,
    isEmailProven: account?.isEmailProven === true,
    factor: secondFactorOf(context),
    mustChange: person.mustChangePassword,
    sessions: sessions.map(({ id, userAgent, began, used }) => ({
      id,
      device: deviceOf(userAgent),
      began: momentIn(language, began),
      used: momentIn(language, used),
      isThis: id === person.sessionId,
    })),
  };
}

const text = z.string().default("");
const formSchema = z.discriminatedUnion("what", [
  z.object({ what: z.literal("password"), current: text, chosen: text, code: text }),
  z.object({ what: z.literal("email"), current: text, email: text.pipe(z.string().trim()), code: text }),
  z.object({ what: z.literal("confirm") }),
  z.object({ what: z.literal("session"), session: text, current: text, code: text }),
]);
type SettingsForm = z.infer<typeof formSchema>;

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const person = signedInPerson(context);
  const form = await readForm(request, formSchema);
  if (!form.ok) return redirect(localAddress(language, "/settings"), 303);
  const proofContext = { request, context, person };
  switch (form.value.what) {
    case "password":
      return answer(t, language, await changeOwnPassword(proofContext, form.value, language, t));
    case "email":
      return answer(t, language, await changeOwnEmail(proofContext, form.value, language, t));
    case "confirm":
      return answer(t, language, await confirmOwnEmail(proofContext, language, t));
    case "session": {
      const { session, current, code } = form.value;
      const errors = missingProof(proofContext, "session", { current, code }, t);
      if (errors.length > 0) return answer(t, language, { fault: { form: "session", errors }, status: 400 });
      const proof = await prove(proofContext, { password: current, code });
      if (proof.kind !== "proven") return answer(t, language, refused("session", proof, t));
      if (session === allSessions) return signOutEverywhere(proofContext, language, t);
      const ended = await endSessions(context.get(databaseContext), person.id, session);
      return answer(t, language, {
        ...(ended > 0 ? { done: t("settings.sessionEnded") } : { unchanged: t("settings.sessionGone") }),
        next: localAddress(language, "/settings#sessions"),
      });
    }
  }
}

async function signOutEverywhere(
  { request, context, person }: ProofContext,
  language: Language,
  t: Translator,
) {
  await endSessions(context.get(databaseContext), person.id);
  const { cookies } = await context.get(accountsContext).signOut(request.headers.get("Cookie") ?? "");
  context.get(securityContext)("sign-out");
  const notice = noticeCookie({ tone: "success", title: t("settings.signedOut") });
  return signedOutAnswer(localAddress(language, "/auth"), [...cookies, notice]);
}

type Outcome =
  | { done: string; next?: string }
  | { unchanged: string; next?: string }
  | { fault: SettingsFault; status: 400 | 403 | 429 };

function answer(t: Translator, language: Language, outcome: Outcome) {
  if ("fault" in outcome) return data({ fault: outcome.fault }, { status: outcome.status });
  const notice =
    "unchanged" in outcome
      ? noticeCookie({ tone: "info", title: outcome.unchanged })
      : noticeCookie({ tone: "success", title: t("settings.success"), text: outcome.done });
  const next = outcome.next ?? localAddress(language, "/settings");
  return redirect(next, { status: 303, headers: { "Set-Cookie": notice } });
}

type ProofContext = Parameters<typeof prove>[0];

async function changeOwnPassword(
  proofContext: ProofContext,
  { current, chosen, code }: Extract<SettingsForm, { what: "password" }>,
  language: Language,
  t: Translator,
): Promise<Outcome> {
  const wrong = (errors: FormErrors) =>
    ({ fault: { form: "password", errors }, status: 400 }) satisfies Outcome;
  const { id: userId, sessionId, username, email } = proofContext.person;
  const errors: FormErrors = [];
  if (current === "") errors.push({ field: "password-current", message: t("settings.currentRequired") });
  if (chosen === "") errors.push({ field: "password-chosen", message: t("newPassword.required") });
  else if (chosen === current) errors.push({ field: "password-chosen", message: t("newPassword.same") });
  else {
    // Judged first, so that a refused password uses up no code.
    const judges = passwordJudges(proofContext.context);
    const poor = await judgePassword(judges, chosen, [username ?? "", email]);
    if (poor) errors.push({ field: "password-chosen", message: passwordFault(t, poor) });
  }
  if (isCodeMissing(proofContext, code))
    errors.push({ field: "password-code", message: t("secondStep.codeRequired") });
  if (errors.length > 0) return wrong(errors);
  const proof = await prove(proofContext, { password: current, code });
  if (proof.kind !== "proven") return refused("password", proof, t);
  const change = { userId, sessionId, chosen, language };
  const outcome = await changePassword(proofContext.context.get(databaseContext), change);
  if (outcome === "signed-out") throw redirect(localAddress(language, "/auth"), 303);
  proofContext.context.get(securityContext)("password-changed");
  return {
    done: t("settings.passwordDone"),
    // A person who had to change the password continues to the next step of setting up.
    ...(proofContext.person.mustChangePassword && { next: "/dashboard" }),
  };
}

function missingProof(
  proofContext: ProofContext,
  form: SettingsFault["form"],
  { current, code }: { current: string; code: string },
  t: Translator,
): FormErrors {
  const errors: FormErrors = [];
  if (current === "") errors.push({ field: `${form}-current`, message: t("settings.currentRequired") });
  if (isCodeMissing(proofContext, code))
    errors.push({ field: `${form}-code`, message: t("secondStep.codeRequired") });
  return errors;
}

const isCodeMissing = ({ person }: ProofContext, code: string) => person.hasSecondStep && code.trim() === "";

async function changeOwnEmail(
  proofContext: ProofContext,
  { current, email, code }: Extract<SettingsForm, { what: "email" }>,
  language: Language,
  t: Translator,
): Promise<Outcome> {
  const wrong = (errors: FormErrors) =>
    ({ fault: { form: "email", errors, email }, status: 400 }) satisfies Outcome;
  const errors: FormErrors = [];
  if (email === "") errors.push({ field: "email-new", message: t("settings.emailRequired") });
  else if (!isEmail(email)) errors.push({ field: "email-new", message: t("settings.emailInvalid") });
  errors.push(...missingProof(proofContext, "email", { current, code }, t));
  if (errors.length > 0) return wrong(errors);
  const proof = await prove(proofContext, { password: current, code });
  if (proof.kind !== "proven") return refused("email", proof, t, email);
  const { id: userId, sessionId } = proofContext.person;
  const change = { userId, sessionId, email, language };
  const outcome = await requestEmailChange(
    proofContext.context.get(databaseContext),
    proofContext.context.get(sealContext),
    change,
  );
  if (outcome === "signed-out") throw redirect(localAddress(language, "/auth"), 303);
  return outcome === "asked"
    ? { done: t("settings.emailDone") }
    : wrong([{ field: "email-new", message: t("settings.emailSame") }]);
}

/** Stops anyone from flooding a mailbox that may not be theirs. */
const confirmations = [{ most: 3, within: 60 * 60 }];

async function confirmOwnEmail(
  { context, person }: ProofContext,
  language: Language,
  t: Translator,
): Promise<Outcome> {
  const db = context.get(databaseContext);
  const attempt = await countAttempt(db, [{ subject: `confirm ${person.id}`, limits: confirmations }]);
  if (attempt.kind === "limited") {
    const message = t("signIn.tooMany", answerWithWait(context, attempt.retryAfter));
    return { fault: { form: "email", errors: [{ field: "confirm-email", message }] }, status: 429 };
  }
  const outcome = await requestEmailConfirmation(db, context.get(sealContext), {
    ...{ userId: person.id, sessionId: person.sessionId },
    language,
  });
  if (outcome === "signed-out") throw redirect(localAddress(language, "/auth"), 303);
  return { done: t(outcome === "asked" ? "settings.confirmSent" : "emailLink.ownConfirmed") };
}

function refused(
  form: SettingsFault["form"],
  proof: Exclude<Proof, { kind: "proven" }>,
  t: Translator,
  email?: string,
): Outcome {
  const kept = email === undefined ? {} : { email };
  const at = (field: string, message: string) => ({
    form,
    errors: [{ field: `${form}-${field}`, message }],
    ...kept,
  });
  switch (proof.kind) {
    case "no-password":
      return { fault: at("current", t("settings.currentRequired")), status: 400 };
    case "no-code":
      return { fault: at("code", t("secondStep.codeRequired")), status: 400 };
    case "wrong-password":
      return { fault: at("current", t("settings.currentWrong")), status: 403 };
    case "wrong-code":
      return { fault: at("code", t("settings.codeWrong")), status: 403 };
    case "no-passkey":
      return { fault: at("factor", t("passkeys.confirmFirst")), status: 403 };
    case "too-many":
      return { fault: at("current", t("signIn.tooMany", { minutes: proof.minutes })), status: 429 };
  }
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const fund = useFund();
  const language = useLanguage();
  const fault = actionData?.fault ?? null;
  const { origin, email, isEmailProven, factor, mustChange, sessions } = loaderData;
  const panelFault = fault?.form === "session" ? null : fault;
  return (
    <div className="settings-page wrap">
      <PageHead
        origin={origin}
        fund={fund}
        title={t(mustChange ? "settings.ownPassword" : "settings.title")}
        description={t(mustChange ? "settings.ownPasswordReason" : "settings.text")}
        hidden
      />
      {mustChange ? (
        <Island name="password" of={OwnPasswordPanel} props={{ factor, fault: panelFault }} plain />
      ) : (
        <>
          <Island
            name="password"
            of={SettingsPanel}
            props={{ email, isEmailProven, factor, fault: panelFault }}
            plain
          />
          <SessionList
            sessions={sessions}
            address={localAddress(language, "/settings")}
            factor={factor}
            errors={fault?.form === "session" ? fault.errors : []}
          />
        </>
      )}
    </div>
  );
}
