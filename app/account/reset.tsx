import { data, redirect } from "react-router";
import { z } from "zod";
import { databaseContext, keepingContext, originContext, securityContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { findLink } from "#database/accounts/links.ts";
import { shortestPassword } from "#domain/accounts/roles.ts";
import { chooseNewPassword } from "#operations/accounts/password/choose-new.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { DeadLink } from "./dead-link.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { passwordFault } from "./password-fault.ts";
import { passwordJudges } from "./password-judges.server.ts";
import type { Route } from "./+types/reset";

export const handle = { policy: "everybody", styles: accountStyles };

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const key = url.searchParams.get("key") ?? "";
  const link = await findLink(context.get(databaseContext), "password-reset", key);
  const isAlive = Boolean(link?.userId);
  return data(
    { origin: context.get(originContext), address: url.pathname + url.search, isAlive },
    { status: isAlive ? 200 : 404 },
  );
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const form = await readForm(request, z.object({ password: z.string().default("") }));
  const password = form.ok ? form.value.password : "";
  if (password === "") return data({ message: t("newPassword.required") }, { status: 400 });
  const key = url.searchParams.get("key") ?? "";
  const outcome = await chooseNewPassword(passwordJudges(context), { key, password });
  if (outcome.kind === "no-link") return data({ message: null }, { status: 404 });
  if (outcome.kind === "refused")
    return data({ message: passwordFault(t, outcome.problem) }, { status: 400 });
  context.get(securityContext)("password-reset");
  const notice = noticeCookie({ tone: "success", title: t("reset.done"), text: t("reset.signIn") });
  return redirect(localAddress(language, "/auth"), { status: 303, headers: { "Set-Cookie": notice } });
}

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const message = actionData?.message ?? undefined;
  if (!loaderData.isAlive) {
    return (
      <DeadLink origin={loaderData.origin}>
        <a className="button" href={localAddress(language, "/auth/forgot")}>
          {t("reset.again")}
        </a>
      </DeadLink>
    );
  }
  return (
    <AccountPage origin={loaderData.origin} title={t("reset.title")} text={t("reset.text")}>
      <form className="panel form" method="post" action={loaderData.address} noValidate>
        {message && (
          <ErrorSummary title={t("signIn.validationError")} errors={[{ field: "password", message }]} />
        )}
        <NewPasswordField
          id="password"
          label={t("newPassword.label")}
          hint={t("newPassword.hint", { count: shortestPassword })}
          error={message}
        />
        <button className="button wide" type="submit">
          {t("reset.button")}
        </button>
      </form>
    </AccountPage>
  );
}
