import type { Waiting } from "#database/system/overview.ts";
import { serves, type Person, type Policy } from "#domain/accounts/roles.ts";

type WaitingKind = Exclude<keyof Waiting, "later">;
type Place = { label: string; address: string; policy: Policy; waits?: WaitingKind[] };

type ShownPlace = { label: string; address: string; count: number };

/** Without a name, the group is above the others. */
export type PlaceGroup = { name: string | null; places: ShownPlace[] };

/** In the order of a day's work. People do not see places that they may not open. */
const groups: { name: string | null; places: Place[] }[] = [
  { name: null, places: [{ label: "Dashboard", address: "/dashboard", policy: "signed-in" }] },
  {
    name: "Money",
    places: [
      { label: "Donations", address: "/admin/donations", policy: "staff" },
      {
        label: "Offline donations",
        address: "/admin/offline-donations",
        policy: "staff",
        waits: ["offline"],
      },
      { label: "Reconciliation", address: "/admin/reconciliation", policy: "staff" },
      { label: "Cases", address: "/admin/cases", policy: "staff", waits: ["cases"] },
      { label: "Approvals", address: "/admin/approvals", policy: "staff", waits: ["proposals"] },
    ],
  },
  {
    name: "Community",
    places: [
      {
        label: "Submissions",
        address: "/admin/submissions",
        policy: "staff",
        waits: ["submissions", "changes"],
      },
      {
        label: "Messages of support",
        address: "/admin/support-messages",
        policy: "staff",
        waits: ["messages"],
      },
      { label: "Emails", address: "/admin/mail", policy: "staff" },
    ],
  },
  {
    name: "Reports",
    places: [
      { label: "Figures", address: "/admin/figures", policy: "staff" },
      { label: "Visitors", address: "/admin/visitors", policy: "staff" },
    ],
  },
  {
    name: "Website",
    places: [
      { label: "Drafts", address: "/admin/drafts", policy: "staff", waits: ["drafts"] },
      { label: "Editors", address: "/dashboard#editors", policy: "staff" },
    ],
  },
  {
    name: "Administration",
    places: [
      { label: "Invitations", address: "/admin/invitations", policy: "staff" },
      { label: "People", address: "/admin/people", policy: "admin" },
      { label: "Donor data", address: "/admin/donor-data", policy: "admin" },
      { label: "Audit log", address: "/admin/audit", policy: "admin" },
      { label: "Security log", address: "/admin/security", policy: "staff" },
      { label: "Payment stops", address: "/admin/payment-stops", policy: "admin" },
      { label: "Background jobs", address: "/admin/settings", policy: "admin" },
      { label: "System status", address: "/admin/health", policy: "staff" },
      { label: "Before you go live", address: "/admin/go-live", policy: "staff" },
    ],
  },
];

/** With those that the person can decide later, at a known time. */
function countOf(waiting: Waiting, kind: WaitingKind): number {
  const later = kind === "proposals" || kind === "offline" ? waiting.later[kind] : null;
  return waiting[kind] + (later?.count ?? 0);
}

export const placesOf = (person: Pick<Person, "role">, waiting: Waiting | null): PlaceGroup[] =>
  groups
    .map(({ name, places }) => ({
      name,
      places: places
        .filter(({ policy }) => serves(policy, person))
        .map(({ label, address, waits = [] }) => ({
          label,
          address,
          count: waits.reduce((sum, each) => sum + (waiting ? countOf(waiting, each) : 0), 0),
        })),
    }))
    .filter(({ places }) => places.length > 0);

/** The ten editors of the specification, and those for our own pages. */
export const editors = [
  { label: "Hero Section", address: "/admin/hero" },
  { label: "About Section", address: "/admin/about" },
  { label: "Campaigns", address: "/admin/campaigns" },
  { label: "Bank Details", address: "/admin/bank-details" },
  { label: "Stats", address: "/admin/stats" },
  { label: "Team", address: "/admin/team" },
  { label: "How It Works", address: "/admin/how-it-works" },
  { label: "Zakat", address: "/admin/zakat" },
  { label: "Contact", address: "/admin/contact" },
  { label: "Vice Chancellor", address: "/admin/vice-chancellor" },
  { label: "Large Donation Options", address: "/admin/large-donations" },
  { label: "Fund Name and Tagline", address: "/admin/fund" },
  { label: "Submenus", address: "/admin/submenus" },
  { label: "About Page", address: "/admin/texts/about" },
  { label: "Privacy Policy", address: "/admin/texts/privacy" },
  { label: "Terms of Service", address: "/admin/texts/terms" },
  { label: "Conference Center", address: "/admin/infrastructure/conference-center" },
  { label: "Girls’ Dormitories", address: "/admin/infrastructure/dormitories" },
  { label: "Ablution Block", address: "/admin/infrastructure/ablution-block" },
];
