import { data, redirect } from "react-router";
import { z } from "zod";
import { databaseContext, keepingContext, originContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { noticeCookie } from "#app/http/notice.server.ts";
import { translatorIn, useText, type Translator } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import type { Language } from "#domain/content/language.ts";
import { useFund } from "#app/site/fund.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { findLink } from "#database/accounts/links.ts";
import { isUsername, shortestPassword } from "#domain/accounts/roles.ts";
import { passwordProblem } from "#domain/accounts/password.ts";
import { acceptInvitation, type Acceptance } from "#operations/accounts/accept-invitation.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { DeadLink } from "./dead-link.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { passwordFault } from "./password-fault.ts";
import { passwordJudges } from "./password-judges.server.ts";
import type { Route } from "./+types/invitation";

export const handle = { policy: "everyone", styles: accountStyles, footer: "short" };

export async function loader({ context, url }: Route.LoaderArgs) {
  context.get(keepingContext).never = true;
  const link = await findLink(context.get(databaseContext), "invitation", url.searchParams.get("key") ?? "");
  const offered = link?.email && link.role ? { email: link.email, role: link.role } : null;
  return data(
    { origin: context.get(originContext), address: url.pathname + url.search, offered },
    { status: offered === null ? 404 : 200 },
  );
}

const text = z.string().default("").pipe(z.string().trim().max(200));

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const key = url.searchParams.get("key") ?? "";
  const offered = await findLink(context.get(databaseContext), "invitation", key);
  const form = await readForm(request, formIn(t));
  const entered = { name: form.entered["name"] ?? "", username: form.entered["username"] ?? "" };
  const password = form.entered["password"] ?? "";
  const own = [entered.username, entered.name, offered?.email ?? ""];
  const problem = password === "" ? null : passwordProblem(password, own);
  const poor = problem ? [errorOf({ kind: "refused", problem }, t)] : [];
  if (!form.ok) return data({ entered, errors: [...form.errors, ...poor] }, { status: 400 });
  const outcome = await acceptInvitation(passwordJudges(context), { key, ...form.value });
  if (outcome.kind === "no-link") return data({ entered, errors: [] }, { status: 404 });
  if (outcome.kind === "has-account")
    return toSignIn(language, "error", t("invitation.hasAccount"), t("invitation.hasAccountText"));
  if (outcome.kind !== "accepted")
    return data({ entered, errors: [errorOf(outcome, t)] }, { status: outcome.kind === "taken" ? 409 : 400 });
  return toSignIn(language, "success", t("invitation.done"), t("invitation.signIn"));
}

function toSignIn(language: Language, tone: "success" | "error", title: string, text: string) {
  const headers = { "Set-Cookie": noticeCookie({ tone, title, text }) };
  return redirect(localAddress(language, "/auth"), { status: 303, headers });
}

function formIn(t: Translator) {
  const required = (message: string) => text.pipe(z.string().min(1, message));
  return z.object({
    name: required(t("invitation.nameRequired")),
    username: required(t("signIn.usernameRequired")).pipe(
      z.string().toLowerCase().refine(isUsername, t("invitation.usernameWrong")),
    ),
    password: z
      .string()
      .default("")
      .refine((password) => password !== "", t("newPassword.required")),
  });
}

function errorOf(
  outcome: Exclude<Acceptance, { kind: "accepted" | "no-link" | "has-account" }>,
  t: Translator,
) {
  switch (outcome.kind) {
    case "bad-username":
      return { field: "username", message: t("invitation.usernameWrong") };
    case "taken":
      return { field: "username", message: t("invitation.taken") };
    case "refused":
      return { field: "password", message: passwordFault(t, outcome.problem) };
  }
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const fund = useFund();
  const { origin, address, offered } = loaderData;
  if (offered === null) return <DeadLink origin={origin}>{null}</DeadLink>;
  const role = t(`invitation.roles.${offered.role}`);
  const errors = actionData?.errors ?? [];
  const errorAt = (field: string) => errors.find((each) => each.field === field)?.message;
  return (
    <AccountPage
      origin={origin}
      title={t("invitation.title")}
      text={t("invitation.text", { fund, email: offered.email, role })}
    >
      <form className="panel form" method="post" action={address} noValidate>
        <ErrorSummary title={t("giving.problem")} errors={errors} />
        <Field
          id="name"
          label={t("invitation.name")}
          error={errorAt("name")}
          autoComplete="name"
          defaultValue={actionData?.entered.name}
          maxLength={120}
          required
        />
        <Field
          id="username"
          label={t("invitation.username")}
          hint={t("invitation.usernameHint")}
          error={errorAt("username")}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={actionData?.entered.username}
          maxLength={30}
          required
        />
        <NewPasswordField
          id="password"
          label={t("signIn.password")}
          hint={t("newPassword.hint", { count: shortestPassword })}
          error={errorAt("password")}
        />
        <button className="button wide" type="submit">
          {t("invitation.button")}
        </button>
      </form>
    </AccountPage>
  );
}
