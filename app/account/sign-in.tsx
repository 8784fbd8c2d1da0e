import { data, redirect } from "react-router";
import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  accountsContext,
  clientContext,
  databaseContext,
  logContext,
  originContext,
  securityContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { Island } from "#app/islands/island.tsx";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { afterSignIn, settingCookies, signedInAnswer } from "./after-sign-in.ts";
import { PasskeyButton } from "./second-step/passkey-button.tsx";
import { relyingPartyOf } from "./second-step/relying-party.ts";
import { SecondStepForm, secondStepWords } from "./second-step/form.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { trySignIn } from "./try-sign-in.server.ts";
import type { Route } from "./+types/sign-in";

export const handle = { policy: "everybody", styles: accountStyles, footer: "short" };

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(visitorContext)) throw redirect(afterSignIn(url), 303);
  return {
    origin: context.get(originContext),
    address: url.pathname + url.search,
    passkeySite: relyingPartyOf(context.get(originContext))?.id ?? null,
    passkeyAddress: localAddress(languageOf(url.pathname), "/auth/passkey") + url.search,
    codeAddress: localAddress(languageOf(url.pathname), "/auth/code") + url.search,
    signUp: localAddress(languageOf(url.pathname), "/sign-up") + url.search,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const form = await readForm(request, formIn(t));
  const entered = (form.entered["username"] ?? "").slice(0, 200);
  if (!form.ok) {
    const fault = { title: t("signIn.validationError"), errors: form.errors, atFields: true };
    return data({ kind: "refused" as const, entered, fault }, { status: 400 });
  }
  const accounts = context.get(accountsContext);
  const outcome = await trySignIn(context.get(databaseContext), accounts, {
    ...form.value,
    client: context.get(clientContext),
    userAgent: request.headers.get("User-Agent"),
    cookies: request.headers.get("Cookie") ?? "",
    language: languageOf(url.pathname),
  }).catch((error: unknown) => {
    context.get(logContext).error({ err: error }, "sign-in failed");
    return { kind: "failed" } as const;
  });
  const record = context.get(securityContext);
  if (outcome.kind === "signed-in") {
    record("sign-in", outcome.userId);
    return signedInAnswer(url, outcome.cookies);
  }
  if (outcome.kind === "refused") record("sign-in-refused");
  if (outcome.kind === "too-many") record("sign-in-limited");
  if (outcome.kind === "second-step") {
    return data({ kind: "second-step" as const }, { headers: settingCookies(outcome.cookies) });
  }
  if (outcome.kind === "passkey") return data({ kind: "passkey" as const });
  const { title, message, status } = refusalOf(outcome, context, t);
  const fault = { title, errors: [{ field: "username", message }], atFields: false };
  return data({ kind: "refused" as const, entered, fault }, { status });
}

type Refusal = { kind: "refused" } | { kind: "too-many"; retryAfter: number } | { kind: "failed" };

function refusalOf(outcome: Refusal, context: Route.ActionArgs["context"], t: Translator) {
  const title = t("signIn.authenticationError");
  switch (outcome.kind) {
    case "refused":
      return { title, message: t("signIn.failed"), status: 401 };
    case "too-many": {
      const message = t("signIn.tooMany", answerWithWait(context, outcome.retryAfter));
      return { title, message, status: 429 };
    }
    case "failed":
      return { title: t("signIn.systemError"), message: t("signIn.unexpected"), status: 500 };
  }
}

const formIn = (t: Translator) =>
  z.object({
    username: z
      .string()
      .default("")
      .pipe(z.string().trim().min(1, t("signIn.usernameRequired"))),
    password: z
      .string()
      .default("")
      .refine((password) => password.trim() !== "", t("signIn.passwordRequired")),
  });

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  const refused = actionData?.kind === "refused" ? actionData : null;
  return (
    <AccountPage origin={loaderData.origin} title={t("signIn.title")} text={t("signIn.text", { fund })}>
      {actionData?.kind === "second-step" ? (
        <Island
          name="sign-in"
          of={SecondStepForm}
          props={{ address: loaderData.codeAddress, fault: null, words: secondStepWords(t) }}
          plain
        />
      ) : actionData?.kind === "passkey" ? (
        <Island
          name="sign-in"
          of={PasskeyIsNext}
          props={{
            address: loaderData.address,
            text: t("passkeys.next"),
            words: { again: t("secondStep.again") },
          }}
          plain
        />
      ) : (
        <Island
          name="sign-in"
          of={SignInForm}
          props={{
            address: loaderData.address,
            entered: refused?.entered ?? "",
            fault: refused?.fault ?? null,
            forgotten: localAddress(language, "/auth/forgot"),
            words: {
              forgot: t("signIn.forgot"),
              username: t("signIn.username"),
              usernameHint: t("signIn.usernameHint"),
              password: t("signIn.password"),
              show: t("signIn.show"),
              hide: t("signIn.hide"),
              button: t("signIn.button"),
              busy: t("signIn.busy"),
              success: t("signIn.success"),
            },
          }}
          plain
          now={refused !== null}
        />
      )}
      {loaderData.passkeySite !== null && (
        <Passkey site={loaderData.passkeySite} address={loaderData.passkeyAddress} />
      )}
      <OtherPages signUp={loaderData.signUp} />
    </AccountPage>
  );
}

function OtherPages({ signUp }: { signUp: string }) {
  const t = useText();
  const language = useLanguage();
  return (
    <p className="account-links sign-in-links">
      <a className="button quiet wide" href={signUp} data-in-sheet="step">
        {t("signUp.title")}
      </a>
      <a href={localAddress(language, "/my-donations")}>{t("ownDonations.title")}</a>
      <a href={localAddress(language, "/")} data-in-sheet="close">
        {t("signIn.back")}
      </a>
    </p>
  );
}

function Passkey({ site, address }: { site: string; address: string }) {
  const t = useText();
  return (
    <Island
      name="passkey"
      of={PasskeyButton}
      props={{
        site,
        address,
        words: {
          button: t("passkeys.signIn"),
          busy: t("signIn.busy"),
          failed: t("passkeys.notUsed"),
        },
      }}
      plain
      now
    />
  );
}

type NextProps = { address: string; text: string; words: { again: string } };

function PasskeyIsNext({ address, text, words }: NextProps) {
  return (
    <div className="panel form" id="passkey-next" tabIndex={-1}>
      <p>{text}</p>
      <a href={address}>{words.again}</a>
    </div>
  );
}
