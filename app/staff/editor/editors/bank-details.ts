import { bankDetails } from "#database/edited-bank-details.ts";
import { withValue } from "#domain/draft.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

export const bankDetailsEditor: Editor = {
  record: bankDetails,
  // Whoever looks has not come to the reason yet.
  asSeen: (draft) => withValue(draft, "reason", "A preview"),
  view: {
    path: "bank-details",
    title: "Bank Details",
    about:
      "Where donors send large gifts. A change takes two people: you propose it, an admin other than you approves it, and everybody on staff is told.",
    takesTwo: true,
    seenAt: "/#large-donations",
    saved: "Bank details updated successfully",
    failed: "Failed to update bank details",
    unread: "Failed to load bank details",
    fields: [
      { kind: "line", name: "bankName", label: "Bank name" },
      { kind: "line", name: "accountName", label: "Account name" },
      { kind: "line", name: "accountNumber", label: "Account number" },
      { kind: "line", name: "branch", label: "Branch" },
      { kind: "line", name: "swiftCode", label: "SWIFT code" },
      { kind: "line", name: "mobileMoneyName", label: "Mobile money name" },
      { kind: "line", name: "mobileMoneyNumber", label: "Mobile money number" },
      { kind: "written", name: "additionalInfo", label: "Additional information", rows: 4 },
      { kind: "picture", name: "picture", label: "Picture" },
      {
        kind: "text",
        name: "reason",
        label: "Why they change",
        hint: "The other admin reads this.",
        rows: 2,
      },
    ],
  },
};
