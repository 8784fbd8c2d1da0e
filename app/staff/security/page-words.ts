import { publicPages } from "#app/staff/figures/page-names.ts";
import { editors } from "#app/staff/navigation.ts";

/** Of the patterns in `app/routes.ts`, those that visitors do not count as a page. */
const names: Record<string, string> = {
  "/campaigns/:id/updates.atom": "News feed of a campaign",
  "/campaigns/:id/share.jpg": "Picture of a campaign for sharing",
  "/zakat/reminder.ics": "Zakat reminder",
  "/auth": "Sign in",
  "/auth/code": "Second step of sign-in",
  "/auth/passkey": "Sign in with a passkey",
  "/auth/forgot": "Forgotten password",
  "/auth/email": "Link in an email about an address",
  "/auth/reset": "New password by link",
  "/auth/sign-out": "Sign out",
  "/settings": "Own settings",
  "/settings/two-step": "Own settings: two-step sign-in",
  "/settings/passkeys": "Own settings: passkeys",
  "/settings/passkeys/confirm": "Confirm with a passkey",
  "/invitation": "Invitation link",
  "/organizer": "Own campaigns of an organizer",
  "/organizer/new": "New campaign of an organizer",
  "/organizer/draft": "Draft of an organizer",
  "/organizer/preview": "Preview of an organizer",
  "/organizer/submissions/:id": "Submission of an organizer",
  "/organizer/campaigns/:id": "Campaign of an organizer",
  "/organizer/campaigns/:id/updates": "Updates by an organizer",
  "/organizer/campaigns/:id/changes": "Changes requested by an organizer",
  "/dashboard": "Dashboard",
  "/admin": "Staff area",
  "/admin/search": "Search in a list",
  "/admin/pictures": "Upload of a picture",
  "/admin/figures": "Figures",
  "/admin/figures.csv": "Export of figures",
  "/admin/visitors": "Visitors",
  "/admin/visitors.csv": "Export of visitors",
  "/admin/donations": "Donations",
  "/admin/donations/export.csv": "Export of donations",
  "/admin/donations/:id": "A donation",
  "/admin/donations/:id/refund": "Refund request",
  "/admin/donations/:id/move": "Move request",
  "/admin/donations/:id/donor": "Donor of a donation",
  "/admin/donor-data": "Donor data",
  "/admin/donor-data/export.json": "Export of donor data",
  "/admin/offline-donations": "Offline donations",
  "/admin/offline-donations/new": "New offline donation",
  "/admin/offline-donations/:id": "An offline donation",
  "/admin/offline-donations/:id/document": "Document of an offline donation",
  "/admin/mail": "Emails",
  "/admin/mail/preview": "Email templates",
  "/admin/mail/preview/:kind/:language": "An email template",
  "/admin/mail/:id": "An email",
  "/admin/campaigns/new": "New campaign",
  "/admin/campaigns/goals": "Reset of all goals",
  "/admin/campaigns/:id": "A campaign’s editor",
  "/admin/campaigns/:id/zakat": "Zakat rulings of a campaign",
  "/admin/campaigns/:id/updates": "Updates of a campaign",
  "/admin/team/:id": "A team member",
  "/admin/organizers/:id": "An organizer",
  "/admin/change-requests/:id": "A requested change",
  "/admin/submissions": "Submissions",
  "/admin/submissions/:id": "A submission",
  "/admin/submissions/:id/preview": "Preview of a submission",
  "/admin/drafts": "Drafts",
  "/admin/editors": "Editors",
  "/admin/go-live": "Before you go live",
  "/admin/health": "System status",
  "/admin/reconciliation": "Reconciliation",
  "/admin/reconciliation/imports/:id": "An import of a statement",
  "/admin/cases": "Cases",
  "/admin/cases/:id": "A case",
  "/admin/approvals": "Approvals",
  "/admin/approvals/:id": "A request for approval",
  "/admin/people": "People",
  "/admin/people/:id": "A person’s account",
  "/admin/invitations": "Invitations",
  "/admin/support-messages": "Messages of support",
  "/admin/audit": "Audit log",
  "/admin/security": "Security log",
  "/admin/payment-stops": "Payment stops",
  "/admin/settings": "Background jobs",
};

/** For addresses of many spellings: the longest beginning that fits. */
const beginnings: [start: string, words: string][] = [
  ["/admin/history/", "History of a page"],
  ["/admin/preview/", "Preview of a page"],
  ["/admin/", "Unknown page of the staff area"],
  ["/api/callbacks/", "Callback of a provider"],
  ["/api/payments/", "Return from a payment page"],
  ["/api/", "Address for programs"],
  ["/assets/", "File of the website"],
  ["/media/", "Picture"],
  ["/sandbox/", "Test provider"],
];

/** The page of a logged path, in words for people who do not know the site's addresses. */
export function pageWords(path: string): string {
  const english = path.replace(/^\/sw(?=\/|$)/, "") || "/";
  const editor = editors.find(({ address }) => address === english)?.label;
  const name =
    names[english] ??
    editor ??
    publicPages[english]?.replace(/^…$/, "A campaign").replace("…", "a campaign") ??
    beginnings.find(([start]) => english.startsWith(start))?.[1] ??
    "Another address";
  return english === path || path === "(unknown path)" ? name : `${name} (Kiswahili)`;
}
