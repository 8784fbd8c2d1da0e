import { data, redirect } from "react-router";
import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import {
  accountsContext,
  databaseContext,
  keepingContext,
  originContext,
  securityContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { Island } from "#app/islands/island.tsx";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { AccountPage, accountStyles } from "#app/account/account-page.tsx";
import { cookieIn } from "#app/http/cookies.ts";
import { afterSignIn, settingCookies, signedInAnswer } from "#app/account/after-sign-in.ts";
import { readCode } from "./read-code.ts";
import { SecondStepForm, secondStepWords } from "./form.tsx";
import { finishSignIn } from "#app/account/try-sign-in.server.ts";
import type { Route } from "./+types/page";

export const handle = { policy: "everyone", styles: accountStyles, footer: "short" };

export function loader({ request, context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  if (context.get(visitorContext)) throw redirect(afterSignIn(url), 303);
  const cookies = request.headers.get("Cookie") ?? "";
  if (cookieIn(cookies, context.get(accountsContext).secondStepName) === null)
    throw redirect(localAddress(languageOf(url.pathname), "/auth") + url.search, 303);
  return { origin: context.get(originContext), address: url.pathname + url.search };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const accounts = context.get(accountsContext);
  const form = await readForm(request, z.object({ code: z.string().default("").transform(readCode) }));
  const code = form.ok ? form.value.code : "";
  if (code === "") return data({ message: t("secondStep.codeRequired") }, { status: 400 });
  const cookies = request.headers.get("Cookie") ?? "";
  const outcome = await accounts.takeSecondStep(cookies, code, request.headers.get("User-Agent"));
  const record = context.get(securityContext);
  if (outcome.kind !== "signed-in") record("second-step-refused", outcome.userId);
  switch (outcome.kind) {
    case "signed-in": {
      record("sign-in", outcome.userId);
      const { userId } = outcome;
      const language = languageOf(url.pathname);
      const mark = await finishSignIn(context.get(databaseContext), accounts, { userId, cookies, language });
      return signedInAnswer(url, [...outcome.cookies, mark]);
    }
    case "refused":
      return data({ message: t("secondStep.wrong") }, { status: 401 });
    case "locked":
      return data(
        { message: t("signIn.tooMany", answerWithWait(context, outcome.retryAfter)) },
        { status: 429 },
      );
    case "over":
    case "clashed":
      return data(
        { message: t(`secondStep.${outcome.kind}`) },
        { status: 401, headers: settingCookies(outcome.cookies) },
      );
  }
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const fault = actionData && { title: t("signIn.authenticationError"), message: actionData.message };
  return (
    <AccountPage origin={loaderData.origin} title={t("secondStep.title")} text={t("secondStep.lead")}>
      <Island
        name="sign-in"
        of={SecondStepForm}
        props={{ address: loaderData.address, fault: fault ?? null, words: secondStepWords(t) }}
        plain
      />
      <p className="account-links">
        <a href={localAddress(language, "/auth")}>{t("secondStep.again")}</a>
      </p>
    </AccountPage>
  );
}
