import { Link } from "react-router";
import { units } from "#domain/donations/periods.ts";
import type { FormErrors } from "#app/http/form.server.ts";
import { FilterErrors } from "#app/staff/list/filter-errors.tsx";
import { FilterForm } from "#app/staff/list/filter-form.tsx";
import { Field, SelectField } from "#app/ui/field.tsx";
import type { PeriodQuery, UsualPeriod } from "./query.ts";

type Props = { typed: PeriodQuery; errors: FormErrors; usual: UsualPeriod[] };

export function PeriodPicker({ typed, errors, usual }: Props) {
  const errorAt = (name: string) => errors.find(({ field }) => field === name)?.message;
  return (
    <>
      <FilterForm label="Choose a period" button="Show">
        <Field id="from" label="From" type="date" error={errorAt("from")} defaultValue={typed.from} />
        <Field id="to" label="To" type="date" error={errorAt("to")} defaultValue={typed.to} />
        <SelectField
          id="unit"
          label="By"
          defaultValue={typed.unit}
          options={units.map((value) => ({ value, label: unitWords[value] }))}
        />
      </FilterForm>
      <nav className="period-choices" aria-label="Usual periods">
        {usual.map(({ label, address, isShown }) => (
          <Link key={label} to={address} aria-current={isShown ? "true" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <FilterErrors errors={errors} names={{ from: "From", to: "To" }} />
    </>
  );
}

const unitWords = { day: "Day", week: "Week", month: "Month" };
