import { BusyButton, type BusyButtonProps } from "#app/islands/busy-button.tsx";
import { Island } from "#app/islands/island.tsx";
import { useText } from "#app/messages/translator.tsx";
import { useFund } from "#app/site/fund.ts";
import type { CopyLinkProps } from "#app/site/campaigns/copy-link.tsx";
import { QrCode } from "#app/site/campaigns/qr-code.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { PhoneFold } from "#app/ui/phone-fold.tsx";
import { PrintButton } from "#app/ui/print-button.tsx";
import { FactorField } from "./factor-field.tsx";
import { PasswordField } from "#app/account/password-field.tsx";
import type { SecondFactor } from "./second-factor.server.ts";

export type Fault = {
  form: "begin" | "confirm" | "backup" | "remove";
  errors: { field: string; message: string }[];
};

type Props = { address: string; fault: Fault | null };

export function BeginForm({ address, fault, factor }: Props & { factor: SecondFactor }) {
  const t = useText();
  return (
    <form className="panel form" method="post" action={address} noValidate>
      <p>{t("twoStep.isOff")}</p>
      <Proving form="begin" fault={fault} factor={factor} />
      <button className="button wide" type="submit">
        {t("twoStep.begin")}
      </button>
    </form>
  );
}

export function ConfirmForm({ address, fault, uri, typed }: Props & { uri: string; typed: string }) {
  const t = useText();
  return (
    <form className="panel form" method="post" action={address} noValidate>
      <Wrong fault={fault} form="confirm" />
      <OnThisPhone uri={uri} typed={typed} />
      <PhoneFold summary={t("twoStep.otherDevice")}>
        <p>{t("twoStep.scan")}</p>
        <QrCode text={uri} label={t("twoStep.qrCode")} />
      </PhoneFold>
      <p>
        {t("twoStep.typeKey")}
        <code className="two-step-key">{inGroups(typed)}</code>
      </p>
      <input type="hidden" name="what" value="confirm" />
      <input type="hidden" name="key" value={typed} />
      <Field
        id="confirm-code"
        name="code"
        label={t("twoStep.thenCode")}
        error={messageAt(fault, "confirm-code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={20}
        required
      />
      <p>{t("twoStep.otherDevices")}</p>
      <ButtonOnce label={t("twoStep.confirm")} busy={t("twoStep.confirming")} look="wide" />
    </form>
  );
}

/** A second press would replace the page with the backup codes. */
const ButtonOnce = (props: BusyButtonProps) => (
  <Island name="busy-button" of={BusyButton} props={props} now />
);

/** A phone cannot scan its own screen. */
function OnThisPhone({ uri, typed }: { uri: string; typed: string }) {
  const t = useText();
  return (
    <p className="two-step-phone">
      <a className="button wide" href={uri}>
        {t("twoStep.openApp")}
      </a>
      <Island
        name="copy-link"
        plain
        of={CopyCodes}
        props={{
          address: typed,
          label: "",
          button: t("twoStep.copyKey"),
          copied: t("twoStep.keyCopied"),
          failed: t("campaign.copyFailed"),
          failedText: t("twoStep.keyCopyFailed"),
        }}
      />
    </p>
  );
}

/** Authenticator apps accept the key with or without spaces. */
const inGroups = (key: string) => key.replace(/(.{4})(?=.)/g, "$1 ");

type CodesProps = { address: string; codes: string[]; set: string; email: string };

export function BackupCodes({ address, codes, set, email }: CodesProps) {
  const t = useText();
  const fund = useFund();
  return (
    <section className="panel form" aria-labelledby="backup-codes">
      <h2 id="backup-codes">{t("twoStep.backupTitle")}</h2>
      <p>{t("twoStep.backupText")}</p>
      <p>
        {fund}: <strong>{email}</strong>
      </p>
      <ol className="backup-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="backup-codes-ways">
        <Island
          name="copy-link"
          plain
          of={CopyCodes}
          props={{
            address: codes.join("\n"),
            label: "",
            button: t("twoStep.copy"),
            copied: t("twoStep.copied"),
            failed: t("campaign.copyFailed"),
            failedText: t("twoStep.copyFailed"),
          }}
        />
        <Island name="print" of={PrintButton} props={{ label: t("twoStep.print") }} plain />
      </p>
      <SavedForm address={address} set={set} look="wide" />
    </section>
  );
}

function SavedForm({ address, set, look }: { address: string; set: string; look: string }) {
  const t = useText();
  return (
    <form method="post" action={address}>
      <input type="hidden" name="what" value="saved" />
      <input type="hidden" name="set" value={set} />
      <button className={`button ${look}`} type="submit">
        {t("twoStep.done")}
      </button>
    </form>
  );
}

/** Without script the codes can be selected. */
const CopyCodes = ({ button }: CopyLinkProps) => (
  <button type="button" className="button quiet needs-script">
    {button}
  </button>
);

type ManageProps = Props & {
  factor: SecondFactor;
  codesLeft: number;
  /** Names the codes that the person has not saved. */
  unsaved: string | null;
  isRequired: boolean;
};

export function ManageForms(props: ManageProps) {
  const { address, fault, factor, codesLeft, unsaved, isRequired } = props;
  const t = useText();
  return (
    <section className="panel two-step-manage" aria-label={t("twoStep.title")}>
      <p className="two-step-state">
        <strong className="two-step-on">{t("twoStep.isOn")}</strong>
        {t("twoStep.codesLeft", { count: codesLeft })}
      </p>
      <p>{t("twoStep.orPasskey")}</p>
      {unsaved !== null && codesLeft > 0 && (
        <div className="two-step-required form">
          <p>{t("twoStep.unsaved")}</p>
          <SavedForm address={address} set={unsaved} look="quiet" />
        </div>
      )}
      <details open={fault?.form === "backup" || unsaved !== null || codesLeft === 0}>
        <summary>{t("twoStep.newBackup")}</summary>
        <form className="form" method="post" action={address} aria-label={t("twoStep.newBackup")} noValidate>
          <p>{t("twoStep.newBackupText")}</p>
          <Proving form="backup" fault={fault} factor={factor} />
          <ButtonOnce label={t("twoStep.newBackup")} busy={t("twoStep.makingBackup")} look="quiet wide" />
        </form>
      </details>
      <details open={fault?.form === "remove"}>
        <summary>{t("twoStep.remove")}</summary>
        <form className="form" method="post" action={address} aria-label={t("twoStep.remove")} noValidate>
          {isRequired && <p>{t("twoStep.removeRequired")}</p>}
          <p>{t("twoStep.otherDevices")}</p>
          <Proving form="remove" fault={fault} factor={factor} />
          <button className="button quiet wide" type="submit">
            {t("twoStep.remove")}
          </button>
        </form>
      </details>
    </section>
  );
}

type Part = {
  form: string;
  fault: { form: string; errors: { field: string; message: string }[] } | null;
};

export function Proving({ form, fault, factor }: Part & { factor: SecondFactor }) {
  return (
    <>
      <Wrong fault={fault} form={form} />
      <input type="hidden" name="what" value={form} />
      <Current form={form} fault={fault} />
      <FactorField form={form} factor={factor} errors={fault?.form === form ? fault.errors : []} />
    </>
  );
}

function Wrong({ form, fault }: Part) {
  const t = useText();
  return fault?.form === form ? <ErrorSummary title={t("giving.problem")} errors={fault.errors} /> : null;
}

function Current({ form, fault }: Part) {
  const t = useText();
  const id = `${form}-current`;
  return (
    <Island
      name="password"
      of={PasswordField}
      props={{
        id,
        name: "current",
        label: t("settings.current"),
        error: messageAt(fault, id),
        autoComplete: "current-password",
        words: { show: t("signIn.show"), hide: t("signIn.hide") },
      }}
      plain
    />
  );
}

export const messageAt = (fault: Part["fault"], field: string) =>
  fault?.errors.find((each) => each.field === field)?.message;
