import { data, redirect } from "react-router";
import { z } from "zod";
import { databaseContext, keepingContext, originContext, securityContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { newSince, readSecondSteps } from "#database/accounts/second-step.ts";
import { findLink } from "#database/accounts/links.ts";
import { shortestPassword } from "#domain/accounts/roles.ts";
import { chooseNewPassword } from "#operations/accounts/password/choose-new.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { DeadLink } from "./dead-link.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { passwordFault } from "./password-fault.ts";
import { passwordJudges } from "./password-judges.server.ts";
import { SecondSteps, writtenIn } from "./second-step/added-list.tsx";
import type { Route } from "./+types/reset";

export const handle = { policy: "everyone", styles: accountStyles, footer: "short" };

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const key = url.searchParams.get("key") ?? "";
  const link = await findLink(context.get(databaseContext), "password-reset", key);
  const isAlive = Boolean(link?.userId);
  const added = link?.userId
    ? await readSecondSteps(context.get(databaseContext), link.userId, newSince())
    : [];
  const language = languageOf(url.pathname);
  return data(
    {
      ...{ origin: context.get(originContext), address: url.pathname + url.search, isAlive },
      added: writtenIn(language, added),
    },
    { status: isAlive ? 200 : 404 },
  );
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const form = await readForm(request, posted);
  const { password, remove } = form.ok ? form.value : { password: "", remove: "" };
  const removesNew = remove === "yes";
  if (password === "") return data({ message: t("newPassword.required"), removesNew }, { status: 400 });
  const key = url.searchParams.get("key") ?? "";
  const outcome = await chooseNewPassword(passwordJudges(context), { key, password, removesNew });
  if (outcome.kind === "no-link") return data({ message: null, removesNew }, { status: 404 });
  if (outcome.kind === "refused")
    return data({ message: passwordFault(t, outcome.problem), removesNew }, { status: 400 });
  context.get(securityContext)("password-reset");
  const notice = noticeCookie({ tone: "success", title: t("reset.done"), text: t("reset.signIn") });
  return redirect(localAddress(language, "/auth"), { status: 303, headers: { "Set-Cookie": notice } });
}

const text = z.string().default("");
const posted = z.object({ password: text, remove: text });

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
        {message && <ErrorSummary title={t("giving.problem")} errors={[{ field: "password", message }]} />}
        <NewPasswordField
          id="password"
          label={t("newPassword.label")}
          hint={t("newPassword.hint", { count: shortestPassword })}
          error={message}
        />
        {loaderData.added.length > 0 && (
          <NewSecondSteps added={loaderData.added} removes={actionData?.removesNew ?? false} />
        )}
        <button className="button wide" type="submit">
          {t("reset.button")}
        </button>
      </form>
    </AccountPage>
  );
}

type NewProps = { added: Route.ComponentProps["loaderData"]["added"]; removes: boolean };

/** The owner of an account may not know them, and could not sign in without them. */
function NewSecondSteps({ added, removes }: NewProps) {
  const t = useText();
  return (
    <div className="account-told">
      <h2>{t("reset.added")}</h2>
      <SecondSteps added={added} />
      <p>{t("reset.addedText")}</p>
      <label className="check">
        <input type="checkbox" name="remove" value="yes" defaultChecked={removes} />
        <span>{t("reset.remove")}</span>
      </label>
    </div>
  );
}
