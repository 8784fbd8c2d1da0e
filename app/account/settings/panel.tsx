import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";
import { shortestPassword } from "#domain/accounts/roles.ts";
import { FactorField } from "#app/account/second-step/factor-field.tsx";
import { PasswordField } from "#app/account/password-field.tsx";
import type { SecondFactor } from "#app/account/second-step/second-factor.server.ts";

export type SettingsFault = {
  form: "password" | "email" | "session";
  errors: { field: string; message: string }[];
  email?: string;
};

type Props = {
  email: string;
  isEmailProven: boolean;
  factor: SecondFactor;
  fault: SettingsFault | null;
};

/** The panel of `/settings`, which other pages show in a sheet. */
export function SettingsPanel({ email, isEmailProven, factor, fault }: Props) {
  const t = useText();
  const language = useLanguage();
  const address = localAddress(language, "/settings");
  return (
    <section className="settings-panel" aria-labelledby="settings-title">
      <header>
        <h1 id="settings-title">{t("settings.title")}</h1>
        <p>{t("settings.text")}</p>
      </header>
      <p className="settings-email">
        <span>{t("settings.email")}</span> <strong>{email}</strong>
      </p>
      {!isEmailProven && (
        <form className="settings-confirm" method="post" action={address}>
          <input type="hidden" name="what" value="confirm" />
          <p>{t("settings.unconfirmed")}</p>
          <button className="button quiet small" id="confirm-email" type="submit">
            {t("settings.confirmEmail")}
          </button>
        </form>
      )}
      {fault && <ErrorSummary title={t("giving.problem")} errors={fault.errors} />}
      <PasswordForm address={address} factor={factor} fault={fault} />
      <EmailForm address={address} factor={factor} fault={fault} />
      <footer className="settings-foot">
        <p>
          <a href={`${address}#sessions`}>{t("settings.sessionsTitle")}</a>
          <a href={`${address}/two-step`}>{t("twoStep.title")}</a>
          <a href={`${address}/passkeys`}>{t("passkeys.title")}</a>
          <a href={localAddress(language, "/organizer")}>{t("organizer.title")}</a>
          <a href="/dashboard">{t("settings.dashboard")}</a>
        </p>
        <SignOut />
      </footer>
    </section>
  );
}

/** Until a password that others may know is changed, every other link would lead back here. */
export function OwnPasswordPanel({ factor, fault }: Pick<Props, "factor" | "fault">) {
  const t = useText();
  return (
    <section className="settings-panel own-password" aria-labelledby="settings-title">
      <header>
        <h1 id="settings-title">{t("settings.ownPassword")}</h1>
        <p>{t("settings.ownPasswordReason")}</p>
      </header>
      {fault && <ErrorSummary title={t("giving.problem")} errors={fault.errors} />}
      <form
        className="form"
        method="post"
        action={localAddress(useLanguage(), "/settings")}
        aria-labelledby="settings-title"
        noValidate
      >
        <PasswordFields factor={factor} fault={fault} />
      </form>
      <SignOut look="text-button" />
    </section>
  );
}

function SignOut({ look = "button quiet wide" }: { look?: string }) {
  const t = useText();
  return (
    <form method="post" action="/auth/sign-out" data-leaves="">
      <button className={look} type="submit">
        {t("settings.signOut")}
      </button>
    </form>
  );
}

type FormProps = Pick<Props, "factor" | "fault"> & { address: string };

function PasswordForm({ address, factor, fault }: FormProps) {
  const t = useText();
  return (
    <form className="form" method="post" action={address} aria-labelledby="change-password" noValidate>
      <PhoneFold
        summary={<h2 id="change-password">{t("settings.changePassword")}</h2>}
        isOpen={fault?.form === "password"}
      >
        <PasswordFields factor={factor} fault={fault} />
      </PhoneFold>
    </form>
  );
}

function PasswordFields({ factor, fault }: Pick<Props, "factor" | "fault">) {
  const t = useText();
  return (
    <div className="settings-fields">
      <input type="hidden" name="what" value="password" />
      <Secret form="password" name="current" label={t("settings.current")} fault={fault} />
      <Secret
        form="password"
        name="chosen"
        label={t("newPassword.label")}
        hint={t("settings.atLeast", { count: shortestPassword })}
        fault={fault}
      />
      <FactorField form="password" factor={factor} errors={fault?.errors ?? []} />
      <button className="button" type="submit">
        {t("settings.changePassword")}
      </button>
    </div>
  );
}

function EmailForm({ address, factor, fault }: FormProps) {
  const t = useText();
  return (
    <form className="form" method="post" action={address} aria-labelledby="change-email" noValidate>
      <input type="hidden" name="what" value="email" />
      <PhoneFold
        summary={<h2 id="change-email">{t("settings.changeEmail")}</h2>}
        isOpen={fault?.form === "email"}
      >
        <div className="settings-fields">
          <Field
            id="email-new"
            name="email"
            label={t("settings.newEmail")}
            error={messageAt(fault, "email-new")}
            type="email"
            autoComplete="email"
            defaultValue={fault?.email}
            maxLength={254}
            required
          />
          <Secret form="email" name="current" label={t("settings.current")} fault={fault} />
          <FactorField form="email" factor={factor} errors={fault?.errors ?? []} />
          <button className="button" type="submit">
            {t("settings.changeEmail")}
          </button>
        </div>
      </PhoneFold>
    </form>
  );
}

type SecretProps = {
  form: SettingsFault["form"];
  name: "current" | "chosen";
  label: string;
  hint?: string;
  fault: SettingsFault | null;
};

function Secret({ form, name, label, hint, fault }: SecretProps) {
  const t = useText();
  const id = `${form}-${name}`;
  return (
    <PasswordField
      id={id}
      name={name}
      label={label}
      hint={hint}
      error={messageAt(fault, id)}
      autoComplete={name === "chosen" ? "new-password" : "current-password"}
      words={{ show: t("signIn.show"), hide: t("signIn.hide") }}
    />
  );
}

const messageAt = (fault: SettingsFault | null, field: string) =>
  fault?.errors.find((each) => each.field === field)?.message;
