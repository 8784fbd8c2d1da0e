import {
  index,
  layout,
  prefix,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";

/** Every public page has two routes: English without a prefix, Kiswahili under /sw. */
const pages = (language: "en" | "sw"): RouteConfigEntry => {
  const id = (name: string) => ({ id: `${language}:${name}` });
  return layout("site/layout.tsx", id("site"), [
    // Not an index route, because the framework ignores the case of its path.
    route("", "site/home/home.tsx", id("home")),
    route("campaigns", "site/campaigns/list.tsx", id("campaigns")),
    route("campaigns/:id", "site/campaigns/campaign.tsx", id("campaign")),
    route("campaigns/:id/donate", "site/donate/form/page.tsx", id("donate")),
    route("campaigns/:id/donate/:key", "site/donate/check/page.tsx", id("check")),
    route("campaigns/:id/mobile", "site/donate/form/mobile.tsx", id("mobile")),
    route("campaigns/:id/poster", "site/campaigns/poster.tsx", id("poster")),
    route("campaigns/:id/share.jpg", "site/campaigns/share-image.ts", id("share-image")),
    route("infrastructure", "site/infrastructure/list.tsx", id("infrastructure")),
    route("infrastructure/:slug", "site/infrastructure/project.tsx", id("project")),
    route("about", "site/texts/about.tsx", id("about")),
    route("privacy", "site/texts/text-page.tsx", id("privacy")),
    route("terms", "site/texts/text-page.tsx", id("terms")),
    route("zakat", "site/zakat/zakat.tsx", id("zakat")),
    route("zakat/learn-more", "site/zakat/learn-more.tsx", id("zakat-learn-more")),
    route("zakat/reminder.ics", "site/zakat/reminder.ts", id("zakat-reminder")),
    route("payment-processing", "site/donate/waiting/page.tsx", id("waiting")),
    route("selcom-webhook", "site/donate/result/page.tsx", id("payment-status")),
    route("payment-response", "site/donate/result/page.tsx", id("payment-result")),
    route("donations/:orderId", "site/donate/receipt/page.tsx", id("receipt")),
    route("donations/:orderId/again", "site/donate/result/again.tsx", id("again")),
    route("donations/:orderId/pay", "site/donate/pay/redirect-to-provider.tsx", id("leaving")),
    route("auth", "account/sign-in.tsx", id("sign-in")),
    route("auth/code", "account/second-step/page.tsx", id("second-step")),
    route("auth/passkey", "account/second-step/passkey-sign-in.ts", id("passkey-sign-in")),
    route("auth/forgot", "account/forgot.tsx", id("forgot")),
    route("settings", "account/settings/page.tsx", id("settings")),
    route("settings/two-step", "account/second-step/two-step.tsx", id("two-step")),
    route("settings/passkeys", "account/second-step/passkeys.tsx", id("passkeys")),
    route("settings/passkeys/confirm", "account/second-step/passkey-confirm.ts", id("passkey-confirm")),
    route("sign-up", "organizers/sign-up.tsx", id("sign-up")),
    route("invitation", "account/invitation.tsx", id("invitation")),
    route("auth/email", "account/email.tsx", id("email")),
    route("auth/reset", "account/reset.tsx", id("reset")),
    route("*", "site/not-found.tsx", id("not-found")),
  ]);
};

/** All editors share one form, each with its own path. */
const editors = [
  ...["hero", "about", "vice-chancellor", "zakat", "how-it-works", "stats", "large-donations"],
  ...["bank-details", "contact", "fund", "submenus", "settings"],
  ...["texts/about", "texts/privacy", "texts/terms"],
  ...["infrastructure/conference-center", "infrastructure/dormitories", "infrastructure/ablution-block"],
];

/** Case-sensitive, because other code that reads paths is case-sensitive too. */
const asWritten = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.map((entry) => ({
    ...entry,
    caseSensitive: true,
    ...(entry.children && { children: asWritten(entry.children) }),
  }));

export default asWritten([
  route("sitemap.xml", "api/sitemap.ts"),
  route("robots.txt", "api/robots.ts"),
  route(".well-known/security.txt", "api/security-txt.ts"),
  route("healthz", "api/health.ts"),
  route("readyz", "api/ready.ts"),
  route("metrics", "api/metrics.ts"),
  ...prefix("api", [
    route("openapi.json", "api/description.ts"),
    route("donations/mobile", "api/donations/give-by-mobile.ts"),
    route("donations/order", "api/donations/give-by-order.ts"),
    route("donations/card", "api/donations/give-by-card.ts"),
    route("donations/:orderId", "api/donations/status.ts"),
    route("callbacks/azampay/:secret", "api/callback.ts", { id: "azampay-callback" }),
    route("callbacks/selcom", "api/callback.ts", { id: "selcom-callback" }),
    route("payments/selcom/return/:reference", "api/selcom-return.ts"),
    route("campaigns", "api/campaigns.ts"),
    route("campaigns/:id", "api/campaign.ts"),
    route("statistics", "api/statistics.ts"),
    route("statistics/:campaignId", "api/campaign-statistics.ts"),
    route("visitor-analytics", "api/visitor-analytics.ts"),
    route("*", "api/nothing.ts"),
  ]),
  route("auth/sign-out", "account/sign-out.ts"),
  route("admin/pictures", "staff/upload-picture.ts"),
  route("admin/figures.csv", "staff/figures/export.ts", { id: "staff:figures-export" }),
  route("admin/visitors.csv", "staff/figures/visitors-export.ts"),
  route("admin/donations/export.csv", "staff/donations/export.ts"),
  route("admin/donor-data/export.json", "staff/donor-data/export.ts", { id: "staff:donor-export" }),
  route("admin/offline-donations/:id/document", "staff/offline-donations/document.ts"),
  route("admin/mail/preview/:kind/:language", "staff/mail/example.ts"),
  route("admin/offline-gifts/*", "staff/renamed-address.ts", { id: "staff:old-offline-donations" }),
  route("admin/proposals/*", "staff/renamed-address.ts", { id: "staff:old-approvals" }),
  layout("staff/layout.tsx", [
    route("dashboard", "staff/dashboard.tsx"),
    ...prefix("admin/donations", [
      index("staff/donations/list.tsx", { id: "staff:donations" }),
      route(":id", "staff/donations/donation.tsx", { id: "staff:donation" }),
    ]),
    ...prefix("admin/offline-donations", [
      index("staff/offline-donations/list.tsx", { id: "staff:offline-donations" }),
      route("new", "staff/offline-donations/new.tsx"),
      route(":id", "staff/offline-donations/donation.tsx"),
    ]),
    ...prefix("admin/mail", [
      index("staff/mail/list.tsx", { id: "staff:mail" }),
      route("preview", "staff/mail/preview.tsx"),
      route(":id", "staff/mail/email.tsx"),
    ]),
    ...editors.map((path) => route(`admin/${path}`, "staff/editor/edit.tsx", { id: `editor:${path}` })),
    ...prefix("admin/campaigns", [
      index("staff/campaigns/list.tsx", { id: "staff:campaigns" }),
      route("new", "staff/campaigns/add.tsx"),
      route("goals", "staff/campaigns/goals.tsx"),
      route(":id", "staff/editor/edit.tsx", { id: "editor:campaign" }),
    ]),
    ...prefix("admin/team", [
      index("staff/team/list.tsx", { id: "staff:team" }),
      route(":id", "staff/editor/edit.tsx", { id: "editor:member" }),
    ]),
    route("admin/history/*", "staff/editor/history.tsx"),
    route("admin/donations/:id/refund", "staff/donations/refund.tsx"),
    route("admin/donations/:id/move", "staff/donations/move.tsx"),
    route("admin/donations/:id/donor", "staff/donations/donor.tsx"),
    route("admin/figures", "staff/figures/page.tsx"),
    route("admin/visitors", "staff/figures/visitors.tsx"),
    route("admin/go-live", "staff/go-live/page.tsx"),
    route("admin/health", "staff/health/health.tsx"),
    route("admin/reconciliation", "staff/reconciliation/reconciliation.tsx"),
    route("admin/reconciliation/imports/:id", "staff/reconciliation/import.tsx"),
    ...prefix("admin/cases", [
      index("staff/cases/list.tsx", { id: "staff:cases" }),
      route(":id", "staff/cases/case.tsx"),
    ]),
    ...prefix("admin/approvals", [
      index("staff/approvals/list.tsx", { id: "staff:approvals" }),
      route(":id", "staff/approvals/proposal.tsx"),
    ]),
    ...prefix("admin/people", [index("staff/people/list.tsx"), route(":id", "staff/people/person.tsx")]),
    route("admin/invitations", "staff/people/invitations.tsx"),
    route("admin/donor-data", "staff/donor-data/donor-data.tsx"),
    route("admin/audit", "staff/audit/list.tsx"),
    route("admin/security", "staff/security/list.tsx", { id: "staff:security" }),
    route("admin/*", "staff/not-found.tsx"),
  ]),
  route("admin/preview/*", "staff/editor/preview.ts"),
  pages("en"),
  ...prefix("sw", [pages("sw")]),
]) satisfies RouteConfig;
