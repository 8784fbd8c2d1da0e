import { bankDetails } from "#operations/content/records/bank-details.ts";
import { withValue } from "#domain/content/draft.ts";
import type { Editor } from "#app/staff/editor/editor.ts";

export const bankDetailsEditor: Editor = {
  record: bankDetails,
  // The preview must work before a reason is typed.
  asSeen: (draft) => withValue(draft, "reason", "A preview"),
  view: {
    path: "bank-details",
    title: "Bank Details",
    about: "Where donors send large donations. Changes need a request and its approval by an admin.",
    takesTwo: true,
    seenAt: "/#large-donations",
    saved: "Bank details updated successfully",
    failed: "Failed to update bank details",
    unread: "Failed to load bank details",
    fields: bankDetails.fields(),
  },
};
