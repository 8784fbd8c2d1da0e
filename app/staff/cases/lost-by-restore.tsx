import type { listAllCampaigns } from "#database/campaigns/staff.ts";
import { SelectField } from "#app/ui/field.tsx";
import { Decision } from "./decision.tsx";

type Props = {
  campaigns: Awaited<ReturnType<typeof listAllCampaigns>>;
  /** The reference on the statement has the form of this site’s own. */
  isLikely: boolean;
  entered: string | undefined;
  errorAt: (field: string) => string | undefined;
};

/** Open at once if the payment was probably started on this site. Other money on a statement is rarely a lost donation. */
export function LostByRestore(props: Props) {
  if (props.isLikely)
    return (
      <fieldset className="decision-group">
        <legend>A restore lost this donation</legend>
        <AddFields {...props} />
      </fieldset>
    );
  const { entered = "", errorAt } = props;
  return (
    <details className="decision-group" open={entered !== "" || errorAt("campaign") !== undefined}>
      <summary>A restore lost this donation</summary>
      <AddFields {...props} />
    </details>
  );
}

const AddFields = ({ campaigns, isLikely, entered, errorAt }: Props) => (
  <div className="decision-fields">
    <SelectField
      id="campaign"
      label="Campaign"
      hint="The statement has no names, messages and campaigns."
      error={errorAt("campaign")}
      defaultValue={entered ?? ""}
      options={[
        { value: "", label: "Choose a campaign" },
        ...campaigns
          .filter(({ currency }) => currency === "TZS")
          .map(({ id, title }) => ({ value: id, label: title })),
      ]}
    />
    {errorAt("sure") && <SureTick />}
    <ul className="decisions">
      <Decision
        value="add"
        isMain={isLikely}
        effect="Adds this payment to the campaign. The provider’s answer records it."
      >
        Add the lost donation
      </Decision>
      <Decision
        value="add-all"
        effect="Adds every unrecognised payment with a reference of this site to the campaign. We ask first."
      >
        Add all lost donations
      </Decision>
    </ul>
  </div>
);

const SureTick = () => (
  <label className="check">
    <input id="sure" type="checkbox" name="sure" value="yes" />
    Yes, add all lost donations. To correct one later, request its move or refund.
  </label>
);
