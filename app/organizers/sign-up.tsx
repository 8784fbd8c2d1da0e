import { data, redirect } from "react-router";
import { z } from "zod";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { afterSignIn } from "#app/account/after-sign-in.ts";
import { NoEmailYet } from "#app/account/email-asked.tsx";
import { NewPasswordField } from "#app/account/new-password-field.tsx";
import { passwordFault } from "#app/account/password-fault.ts";
import { passwordJudges } from "#app/account/password-judges.server.ts";
import { placeOf } from "#app/account/place-of.server.ts";
import { answerWithWait, waitInWords } from "#app/http/ask-to-wait.server.ts";
import {
  challengeKeyContext,
  clientContext,
  configContext,
  keepingContext,
  originContext,
  sealContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { internalAddress } from "#app/http/security/internal-address.ts";
import { readForm, type FormErrors } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { Island } from "#app/islands/island.tsx";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { Proof, type ProofProps } from "#app/site/donate/check/proof.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { passwordProblem } from "#domain/accounts/password.ts";
import { shortestPassword } from "#domain/accounts/roles.ts";
import { signUpEmailProblem } from "#domain/accounts/sign-up.ts";
import { nameProblem, oneLine } from "#domain/donations/read-donor.ts";
import { signUp, type SignedUp } from "#operations/accounts/sign-up.ts";
import { newChallenge } from "#operations/donations/require-proof-of-work.ts";
import type { Route } from "./+types/sign-up";

export const handle = { policy: "everybody", styles: accountStyles, footer: "short" };

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(visitorContext)) throw redirect(afterSignIn(url), 303);
  context.get(keepingContext).never = true;
  return {
    origin: context.get(originContext),
    address: url.pathname + url.search,
    starts:
      internalAddress(url.searchParams.get("next")) === localAddress(languageOf(url.pathname), startPath),
    signIn: localAddress(languageOf(url.pathname), "/auth") + url.search,
    challenge: newChallenge(context.get(challengeKeyContext), new Date()),
  };
}

const startPath = "/organizer/new";

const typed = z.string().default("");
const shape = z.object({ name: typed, email: typed, password: typed, proof: typed });

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const form = await readForm(request, shape);
  const { password = "", proof = "" } = form.entered;
  const name = oneLine(form.entered["name"] ?? "");
  const email = (form.entered["email"] ?? "").trim();
  const entered = { name: name.slice(0, 200), email: email.slice(0, 300) };
  const refuse = (errors: FormErrors, status: number, challenge: string | null = proof || null) => {
    const isMissing = [name, email, password].includes("");
    const title = t(isMissing ? "signUp.allRequired" : "giving.problem");
    return data({ entered, title, errors, challenge }, { status });
  };
  const errors = problemsOf({ name, email, password }, t);
  if (errors.length > 0) return refuse(errors, 400);

  const outcome = await signUp(
    passwordJudges(context),
    context.get(sealContext),
    { name, email, password, language },
    {
      place: placeOf(context.get(clientContext)),
      proof: proof === "" ? null : proof,
      challengeKey: context.get(challengeKeyContext),
      now: new Date(),
    },
  );
  if (outcome.kind !== "asked") {
    const { field, message, status } = explain(outcome, context, t);
    return refuse([{ field, message }], status, "challenge" in outcome ? outcome.challenge : undefined);
  }
  const sendsMail = context.get(configContext).mail !== undefined;
  const text = t(sendsMail ? "signUp.doneText" : "signUp.doneWithoutEmail");
  const notice = noticeCookie({ tone: "success", title: t("signUp.done"), text });
  const to = localAddress(language, "/auth") + url.search;
  return redirect(to, { status: 303, headers: { "Set-Cookie": notice } });
}

type Typed = { name: string; email: string; password: string };

function problemsOf({ name, email, password }: Typed, t: Translator): FormErrors {
  const errors: FormErrors = [];
  const wrongName = nameProblem(name);
  if (wrongName !== null) errors.push({ field: "name", message: t(`signUp.problems.${wrongName}`) });
  const wrongEmail = signUpEmailProblem(email);
  if (wrongEmail !== null) errors.push({ field: "email", message: t(`signUp.problems.${wrongEmail}`) });
  const weak = passwordProblem(password, [name, email]);
  if (password === "") errors.push({ field: "password", message: t("newPassword.required") });
  else if (weak !== null) errors.push({ field: "password", message: passwordFault(t, weak) });
  return errors;
}

type Refused = Exclude<SignedUp, { kind: "asked" }>;

function explain(outcome: Refused, context: Route.ActionArgs["context"], t: Translator) {
  switch (outcome.kind) {
    case "refused":
      return { field: "password", message: passwordFault(t, outcome.problem), status: 400 };
    case "limited": {
      const message = t("signIn.tooMany", answerWithWait(context, outcome.retryAfter));
      return { field: "name", message, status: 429 };
    }
    case "proof-needed": {
      answerWithWait(context, outcome.wait);
      const message = t("signUp.proofNeeded", waitInWords(outcome.wait));
      return { field: "name", message, status: 428 };
    }
  }
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { origin, address, signIn, starts } = loaderData;
  const errors = actionData?.errors ?? [];
  const errorAt = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <AccountPage
      origin={origin}
      title={t(starts ? "start.button" : "signUp.title")}
      text={t(starts ? "signUp.startText" : "signUp.text")}
      steps={starts && <Steps />}
    >
      <form className="panel form" method="post" action={address} noValidate>
        <ErrorSummary title={actionData?.title ?? ""} errors={errors} />
        <Island
          name="proof"
          of={ProvenName}
          props={{
            challenge: actionData?.challenge ?? loaderData.challenge,
            label: t("signUp.name"),
            error: errorAt("name") ?? null,
            entered: actionData?.entered.name ?? "",
          }}
          plain
        />
        <Field
          id="email"
          type="email"
          label={t("signUp.email")}
          hint={t("signUp.emailHint")}
          error={errorAt("email")}
          autoComplete="email"
          defaultValue={actionData?.entered.email}
          maxLength={254}
          required
        />
        <NewPasswordField
          id="password"
          label={t("signIn.password")}
          hint={t("newPassword.hint", { count: shortestPassword })}
          error={errorAt("password")}
        />
        <button className="button wide" type="submit">
          {t("signUp.button")}
        </button>
      </form>
      <NoEmailYet />
      <p className="account-links">
        <a href={signIn} data-in-sheet="step">
          {t("signUp.known")}
        </a>
        <a href={localAddress(language, "/")} data-in-sheet="close">
          {t("signIn.back")}
        </a>
      </p>
    </AccountPage>
  );
}

function Steps() {
  const t = useText();
  return (
    <ol className="account-steps">
      {(["write", "read", "live"] as const).map((step) => (
        <li key={step}>
          <span>{t(`signUp.steps.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

type NameProps = ProofProps & { label: string; error: string | null; entered: string };

/** The proof is solved once this first field is touched, so that opening the page loads no script for it. */
function ProvenName({ challenge, label, error, entered }: NameProps) {
  return (
    <>
      <Proof challenge={challenge} />
      <Field
        id="name"
        label={label}
        error={error ?? undefined}
        autoComplete="name"
        defaultValue={entered}
        maxLength={100}
        required
      />
    </>
  );
}
