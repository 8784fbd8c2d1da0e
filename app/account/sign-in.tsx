import { data, redirect } from "react-router";
import { z } from "zod";
import {
  accountsContext,
  clientContext,
  everything,
  keepingContext,
  originContext,
  visitorContext,
} from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { internalAddress } from "#app/http/internal-address.ts";
import { Island } from "#app/islands/island.tsx";
import { translatorIn, useLanguage, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { useFund } from "#app/site/fund.ts";
import { PageHead } from "#app/site/page-head.tsx";
import formStyles from "#app/ui/form.css?inline";
import { SignInForm } from "./sign-in-form.tsx";
import styles from "./sign-in.css?inline";
import { trySignIn } from "./try-sign-in.server.ts";
import type { Route } from "./+types/sign-in";

export const handle = { policy: "everybody", styles: formStyles + styles };

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(visitorContext)) throw redirect(next(url), 303);
  context.get(keepingContext).never ||= url.search !== "";
  return { origin: context.get(originContext), address: url.pathname + url.search };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const t = translatorIn(languageOf(url.pathname));
  const form = await readForm(request, formIn(t));
  const entered = (form.entered["username"] ?? "").slice(0, 200);
  if (!form.ok) {
    const fault = { title: t("signIn.validationError"), errors: form.errors, atFields: true };
    return data({ entered, fault }, { status: 400 });
  }
  const outcome = await trySignIn(context.get(everything), context.get(accountsContext), {
    ...form.value,
    client: context.get(clientContext),
    userAgent: request.headers.get("User-Agent"),
  });
  if (outcome.kind === "signed-in") {
    const headers = outcome.cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]);
    return redirect(next(url), { status: 303, headers });
  }
  const message =
    outcome.kind === "refused" ? t("signIn.failed") : t("signIn.tooMany", { minutes: outcome.minutes });
  const errors = [{ field: "username", message }];
  const fault = { title: t("signIn.authenticationError"), errors, atFields: false };
  return data({ entered, fault }, { status: outcome.kind === "refused" ? 401 : 429 });
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
      .pipe(z.string().min(1, t("signIn.passwordRequired"))),
  });

const next = (url: URL) => internalAddress(url.searchParams.get("next")) ?? "/dashboard";

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const fund = useFund();
  return (
    <div className="sign-in wrap">
      <PageHead
        origin={loaderData.origin}
        fund={fund}
        title={t("signIn.title")}
        description={t("signIn.text", { fund })}
        hidden
      />
      <h1>{t("signIn.title")}</h1>
      <p className="lead">{t("signIn.text", { fund })}</p>
      <Island
        name="sign-in"
        of={SignInForm}
        given={{
          address: loaderData.address,
          entered: actionData?.entered ?? "",
          fault: actionData?.fault ?? null,
          words: {
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
      />
      <p>
        <a className="back" href={localAddress(language, "/")}>
          {t("signIn.back")}
        </a>
      </p>
    </div>
  );
}
