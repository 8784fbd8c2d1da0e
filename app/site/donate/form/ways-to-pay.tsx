import { formatMoney } from "#domain/money/money.ts";
import { networks } from "#domain/payments/phone.ts";
import { mobileMoneyLimit } from "#domain/zakat/calculate.ts";
import type { Method } from "#app/giving/methods.ts";
import type { Entered } from "#app/http/form.server.ts";
import { useLanguage, useText } from "#app/messages/translator.tsx";
import { localAddress } from "#app/site/address.ts";
import { Choices } from "./choices.tsx";
import { NetworkLine, PhoneField } from "./mobile-fields.tsx";

type Props = {
  entered: Entered;
  errorOf: (field: string) => string | undefined;
  methods: readonly Method[];
};

/** The number, and its network as one line. The network is worked out from the number unless the donor chooses one. */
export function ByPhone({ entered, errorOf, methods }: Props) {
  const t = useText();
  if (!methods.some((method) => method !== "card")) return null;
  return (
    <div className="if-phone">
      <PhoneField entered={entered} error={errorOf("phone")} />
      {methods.includes("number") && <p className="field-hint if-number">{t("giving.numberPhone")}</p>}
      {methods.includes("push") && <NetworkChoices entered={entered} errorOf={errorOf} />}
    </div>
  );
}

function NetworkChoices({ entered, errorOf }: Omit<Props, "methods">) {
  const t = useText();
  return (
    <NetworkLine entered={entered} isWrong={errorOf("network") !== undefined}>
      <Choices
        legend={t("giving.network")}
        hint={t("giving.networkHint")}
        name="network"
        chosen={networks.find((each) => each === entered["network"])}
        error={errorOf("network")}
        options={networks.map((value) => ({ value, label: t(`giving.networks.${value}`) }))}
      />
    </NetworkLine>
  );
}

/** Folded while the first way is chosen. */
export function OtherWays({ entered, errorOf, methods }: Props) {
  const t = useText();
  const language = useLanguage();
  const [first] = methods;
  if (methods.length === 1) return <input type="hidden" name="method" value={first} />;
  const chosen = methods.find((each) => each === entered["method"]) ?? first;
  const isUsed = chosen !== first || errorOf("method") !== undefined;
  // For donors whose phone gets no request, the provider's page is the last resort.
  const isPageLast = first === "push";
  const inOrder = isPageLast
    ? methods.toSorted((a, b) => Number(a === "page") - Number(b === "page"))
    : methods;
  const hintOf = (method: Method) =>
    t(method === "page" && isPageLast ? "giving.pageInsteadHint" : `giving.${method}Hint`);
  return (
    <details className="donation-more" open={isUsed || undefined}>
      <summary>{t("giving.otherWays")}</summary>
      <Choices
        legend={t("giving.method")}
        name="method"
        look="stacked"
        chosen={chosen}
        error={errorOf("method")}
        options={inOrder.map((value) => ({ value, label: t(`giving.${value}`), hint: hintOf(value) }))}
      />
      <p className="field-hint if-phone">
        {t("giving.mobileLimit", { limit: formatMoney(mobileMoneyLimit, language) })}{" "}
        <a href={localAddress(language, "/#large-donations")}>{t("giving.largeDonations")}</a>
      </p>
    </details>
  );
}
