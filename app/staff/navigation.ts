import type { Waiting } from "#database/system/overview.ts";
import { serves, type Person, type Policy } from "#domain/accounts/roles.ts";

type WaitingKind = Exclude<keyof Waiting, "later">;
type Place = { label: string; address: string; policy: Policy; waits?: WaitingKind[] };

type ShownPlace = { label: string; address: string; count: number };

/** Without a name, the group is above the others. */
export type PlaceGroup = { name: string | null; places: ShownPlace[] };

/** The list of the editors, which each have a page outside it. */
export const editorsAddress = "/admin/editors";

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
      { label: "Editors", address: editorsAddress, policy: "staff" },
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

const campaigns = { label: "Campaigns", address: "/admin/campaigns" };
const hero = { label: "Hero Section", address: "/admin/hero" };
const about = { label: "About Section", address: "/admin/about" };
const bankDetails = { label: "Bank Details", address: "/admin/bank-details" };
const stats = { label: "Stats", address: "/admin/stats" };
const team = { label: "Team", address: "/admin/team" };
const howItWorks = { label: "How It Works", address: "/admin/how-it-works" };
const zakat = { label: "Zakat", address: "/admin/zakat" };
const contact = { label: "Contact", address: "/admin/contact" };
const viceChancellor = { label: "Vice Chancellor", address: "/admin/vice-chancellor" };

/** The ten editors of the specification. */
export const mainEditors = [
  hero,
  about,
  campaigns,
  bankDetails,
  stats,
  team,
  howItWorks,
  zakat,
  contact,
  viceChancellor,
];

/** With those for our own pages. */
export const editorGroups = [
  { name: "Home page", editors: [hero, about, stats, team, howItWorks, zakat, viceChancellor] },
  {
    name: "Donations",
    editors: [campaigns, bankDetails, { label: "Large Donation Options", address: "/admin/large-donations" }],
  },
  {
    name: "Every page",
    editors: [
      contact,
      { label: "Fund Name and Tagline", address: "/admin/fund" },
      { label: "Submenus", address: "/admin/submenus" },
    ],
  },
  {
    name: "Texts",
    editors: [
      { label: "About Page", address: "/admin/texts/about" },
      { label: "Privacy Policy", address: "/admin/texts/privacy" },
      { label: "Terms of Service", address: "/admin/texts/terms" },
    ],
  },
  {
    name: "Building projects",
    editors: [
      { label: "Conference Center", address: "/admin/infrastructure/conference-center" },
      { label: "Girls’ Dormitories", address: "/admin/infrastructure/dormitories" },
      { label: "Ablution Block", address: "/admin/infrastructure/ablution-block" },
    ],
  },
];

export const editors = editorGroups.flatMap((group) => group.editors);
