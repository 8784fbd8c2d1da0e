import type { AuditEntry } from "#database/system/audit-log.ts";
import { z } from "zod";
import { draftOf, type Draft } from "#domain/content/draft.ts";
import { currencies, formatMoney, tzs, type Currency } from "#domain/money/money.ts";
import { proposalShape } from "#domain/cases/proposal-shape.ts";
import type { LabelledChange } from "#app/staff/editor/changes.tsx";
import { methodWords, providerWords, stateWords } from "#app/staff/donations/words.ts";
import { editorOf } from "#app/staff/editor/editors.server.ts";
import { blankDraft } from "#domain/content/field.ts";
import { labelledChanges } from "#app/staff/editor/fields.ts";
import { roleWords } from "#app/staff/people/words.ts";
import { momentWords, storedDay } from "#app/staff/values.tsx";

type Logged = Pick<AuditEntry, "action" | "subject" | "before" | "after">;
type LoggedOnRecord = Logged & Pick<AuditEntry, "donation">;

/** Their details are no values of the record that they are about. */
const notOfTheRecord = /^(?:draft-scheduled|draft-not-published|zakat-ruling-.+)$/;

/** A queued email may still be refused by the mail server. */
const queueWords: Record<string, string> = {
  sent: "Queued to send",
  runOut: "Not sent, the link no longer works",
};

/** The field of an amount that is logged without its currency, because it is always in shillings. */
const amountsInShillings: Record<string, string> = {
  "add-lost-donation": "amount",
  "lower-figure-accepted": "raised",
};

type TitleOf = (campaignId: string) => string;

/** The campaigns that an audit entry names by their ids. */
export function campaignsIn({ action, before, after }: Logged): string[] {
  if (action === "goals-reset") return [...fieldsOf(before).keys()];
  if (action === "goals-reset-undone") return [...fieldsOf(after).keys()];
  return [before, after].flatMap((state) =>
    ["campaign", "campaignId", "from"].flatMap((field) => fieldsOf(state).get(field) ?? []),
  );
}

/** The changes of an audit entry, with the field names of the form and the titles of campaigns. */
export function changesOf(
  { action, subject, before, after, donation }: LoggedOnRecord,
  titleOf: TitleOf,
): LabelledChange[] {
  if (action === "goals-reset") return goalsReset(before, after, titleOf);
  if (action === "goals-reset-undone")
    return goalsReset(after, before, titleOf).map((each) => ({
      ...each,
      before: each.after,
      after: each.before ?? "",
    }));
  if (action.startsWith("member-")) return [];
  if (action === "send-saved-emails")
    return plainChanges(before, after, titleOf).map((each) => ({
      ...each,
      label: queueWords[each.path] ?? each.label,
    }));
  const inShillings = amountsInShillings[action];
  if (inShillings !== undefined)
    return plainChanges(before, after, titleOf).map((each) =>
      each.path === inShillings
        ? {
            ...each,
            before: each.before && shillings(each.before),
            after: each.after && shillings(each.after),
          }
        : each,
    );
  if (notOfTheRecord.test(action)) return plainChanges(before, after, titleOf);
  if (action === "team-ordered") return teamOrdered(before, after);
  const proposed = action.startsWith("propose:") ? proposalShape.safeParse(after) : null;
  if (proposed?.success) return proposedChanges(proposed.data, donation, titleOf);
  const editor = subject.startsWith("record:") ? editorOf(subject.slice("record:".length)) : null;
  if (editor && after !== null) {
    const { view, record } = editor;
    return labelledChanges(
      view.fields,
      before === null ? blankDraft(view.fields) : record.complete(draftOf(before)),
      record.complete(draftOf(after)),
    );
  }
  return plainChanges(before, after, titleOf);
}

/** The title of the record’s editor, if it names one record, and what the editor says about this save. */
export function recordName({ subject, before, after }: Pick<Logged, "subject" | "before" | "after">) {
  const path = /^record:(?!campaign:|team)(.+)$/.exec(subject)?.[1];
  const editor = path === undefined ? null : editorOf(path);
  if (editor === null) return null;
  const said = after === null ? null : editor.savedWords?.(draftOf(before), draftOf(after));
  return said
    ? `${editor.view.title}: ${said.replace(/^./, (first) => first.toLowerCase())}`
    : editor.view.title;
}

function goalsReset(before: unknown, after: unknown, titleOf: TitleOf): LabelledChange[] {
  const goal = fieldsOf(after).get("goal");
  return [...fieldsOf(before)].map(([id, was]) => ({
    path: id,
    label: titleOf(id),
    before: shillings(was),
    after: shillings(goal ?? ""),
  }));
}

const shillings = (figure: Draft) =>
  typeof figure === "string" && /^\d+$/.test(figure) ? formatMoney(tzs(BigInt(figure)), "en") : figure;

const teamShape = z.array(z.object({ name: z.string(), isActive: z.boolean() }));

function teamOrdered(before: unknown, after: unknown): LabelledChange[] {
  const [old, fresh] = [teamShape.safeParse(before), teamShape.safeParse(after)];
  if (!old.success || !fresh.success) return [];
  const inOrder = (team: z.infer<typeof teamShape>) =>
    team
      .filter(({ isActive }) => isActive)
      .map(({ name }, at) => `${at + 1}. ${name}`)
      .join(", ");
  return [{ path: "order", label: "Order", before: inOrder(old.data), after: inOrder(fresh.data) }];
}

function proposedChanges(
  proposal: ReturnType<typeof proposalShape.parse>,
  donation: AuditEntry["donation"],
  titleOf: TitleOf,
): LabelledChange[] {
  switch (proposal.kind) {
    case "bank-details": {
      const fields = editorOf("bank-details")?.view.fields ?? [];
      return labelledChanges(fields, proposal.was ?? blankDraft(fields), proposal.becomes);
    }
    case "refund":
      return [added("refundReference", "Refund reference", proposal.refundReference)];
    case "part-refund":
      return [
        ...(donation === null
          ? []
          : [added("amount", "Refund amount", inCurrency(proposal.amount, donation.amount.currency))]),
        added("refundReference", "Refund reference", proposal.refundReference),
      ];
    case "move":
      return [
        {
          ...{ path: "campaign", label: "Campaign" },
          ...{ before: titleOf(proposal.from), after: titleOf(proposal.campaignId) },
        },
      ];
    case "credit":
      return [added("statementReference", "Statement line", proposal.statementReference)];
  }
}

const inCurrency = (amount: string, currency: Currency) =>
  formatMoney({ amount: BigInt(amount), currency }, "en");

const added = (path: string, label: string, after: string) => ({ path, label, before: null, after });

/**
 * For records without a form: our own field names, with spaces. The version of a submission is no change of it, and a
 * fingerprint means nothing to a reader.
 */
function plainChanges(before: unknown, after: unknown, titleOf: TitleOf): LabelledChange[] {
  const [old, fresh] = [namedFields(before, titleOf), namedFields(after, titleOf)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((field) => ({
      path: field,
      label: field
        .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .replaceAll(/[_-]/g, " ")
        .replace(/^./, (letter) => letter.toUpperCase()),
      before: old.get(field) ?? null,
      after: fresh.get(field) ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

function namedFields(state: unknown, titleOf: TitleOf): Map<string, string> {
  const fields = fieldsOf(state);
  const campaign = fields.get("campaign");
  if (campaign !== undefined) fields.set("campaign", titleOf(campaign));
  fields.delete("version");
  fields.delete("fingerprint");
  return fields;
}

function fieldsOf(state: unknown): Map<string, string> {
  if (state === null || state === undefined) return new Map();
  if (typeof state !== "object" || Array.isArray(state)) return new Map([["", inWords(state)]]);
  const fields = new Map(
    Object.entries(state)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => [field, namedValue(field, inWords(value))]),
  );
  const amount = fields.get("amount") ?? "";
  const currency = currencies.find((each) => each === fields.get("currency"));
  if (currency && /^\d+$/.test(amount)) {
    fields.set("amount", inCurrency(amount, currency));
    fields.delete("currency");
  }
  return fields;
}

const namedValue = (field: string, value: string) => valueWords.get(field)?.[value] ?? value;

const replacedWords = Object.fromEntries(
  Object.entries(roleWords).map(([role, words]) => [role, `An earlier invitation as ${words}`]),
);

const valueWords = new Map<string, Record<string, string>>([
  ["method", methodWords],
  ["provider", providerWords],
  ["state", Object.fromEntries(Object.entries(stateWords).map(([state, [words]]) => [state, words]))],
  ["role", roleWords],
  ["replaces", replacedWords],
  ["foundBy", { order: "donation", email: "email", phone: "phone" }],
  ["to", { donor: "the donor", another: "another address" }],
]);

function inWords(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const words = z.array(z.string()).safeParse(value);
  if (words.success) return words.data.join(", ");
  const money = moneyShape.safeParse(value);
  if (money.success) return inCurrency(money.data.amount, money.data.currency);
  const openings = z.array(openingShape).safeParse(value);
  if (openings.success)
    return openings.data
      .map(({ campaign, amount, currency }) => `${campaign}: ${inCurrency(amount, currency)}`)
      .join(", ");
  const moment = z.iso.datetime().safeParse(value);
  if (moment.success) return momentWords(new Date(moment.data));
  const text = typeof value === "string" ? storedDay(value) : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const moneyShape = z.object({ amount: z.string().regex(/^\d+$/), currency: z.enum(currencies) });

/** The opening balance of a campaign from an earlier system. */
const openingShape = moneyShape.extend({ campaign: z.string() });

const longest = 200;
