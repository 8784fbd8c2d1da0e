import { data } from "react-router";
import { z } from "zod";
import { answerWithWait } from "#app/http/ask-to-wait.server.ts";
import { clientContext, databaseContext, originContext, sealContext } from "#app/http/context.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { translatorIn, useLanguage, useText } from "#app/messages/translator.tsx";
import { languageOf, localAddress } from "#app/site/address.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { countAttempt } from "#operations/system/count-attempt.ts";
import { requestPasswordReset } from "#operations/accounts/password/request-reset.ts";
import { AccountPage, accountStyles } from "./account-page.tsx";
import { EmailAsked, NoEmailYet } from "./email-asked.tsx";
import { placeOf } from "./place-of.server.ts";
import type { Route } from "./+types/forgot";

export const handle = { policy: "everybody", styles: accountStyles, footer: "short" };

export function loader({ context, url }: Route.LoaderArgs) {
  return { origin: context.get(originContext), address: url.pathname };
}

const hour = 60 * 60;

export async function action({ request, context, url }: Route.ActionArgs) {
  const language = languageOf(url.pathname);
  const t = translatorIn(language);
  const form = await readForm(request, z.object({ name: z.string().default("") }));
  const name = form.ok ? form.value.name.trim().toLowerCase().slice(0, 254) : "";
  if (name === "")
    return data({ kind: "refused" as const, message: t("forgot.nameRequired") }, { status: 400 });

  const db = context.get(databaseContext);
  const place = placeOf(context.get(clientContext));
  const attempt = await countAttempt(db, [
    { subject: `reset from ${place}`, limits: [{ most: 20, within: hour }] },
  ]);
  if (attempt.kind === "limited") {
    const message = t("signIn.tooMany", answerWithWait(context, attempt.retryAfter));
    return data({ kind: "refused" as const, message }, { status: 429 });
  }
  // An account with too many requests gets the same answer, which hides whether it exists.
  const again = await countAttempt(db, [{ subject: `reset ${name}`, limits: [{ most: 3, within: hour }] }]);
  if (again.kind === "passed") await requestPasswordReset(db, context.get(sealContext), { name, language });
  return { kind: "asked" as const };
}

export default function Forgot({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const message = actionData?.kind === "refused" ? actionData.message : undefined;
  return (
    <AccountPage origin={loaderData.origin} title={t("forgot.title")} text={t("forgot.text")}>
      {actionData?.kind === "asked" ? (
        <EmailAsked title={t("forgot.askedTitle")} text={t("forgot.asked")} />
      ) : (
        <form className="panel form" method="post" action={loaderData.address} noValidate>
          {message && <ErrorSummary title={t("giving.problem")} errors={[{ field: "name", message }]} />}
          <Field
            id="name"
            label={t("forgot.name")}
            error={message}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <button className="button wide" type="submit">
            {t("forgot.button")}
          </button>
        </form>
      )}
      {actionData?.kind !== "asked" && <NoEmailYet />}
      <p className="account-links">
        <a href={localAddress(language, "/auth")}>{t("forgot.back")}</a>
      </p>
    </AccountPage>
  );
}
