import {
  index,
  layout,
  prefix,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@react-router/dev/routes";

/** Every public page stands twice: in English without a prefix, in Kiswahili under /sw. */
const pages = (language: "en" | "sw"): RouteConfigEntry => {
  const id = (name: string) => ({ id: `${language}:${name}` });
  return layout("site/layout.tsx", id("site"), [
    index("site/home/home.tsx", id("home")),
    route("campaigns", "site/campaigns/list.tsx", id("campaigns")),
    route("campaigns/:id", "site/campaigns/campaign.tsx", id("campaign")),
    route("*", "site/not-found.tsx", id("not-found")),
  ]);
};

export default [pages("en"), ...prefix("sw", [pages("sw")])] satisfies RouteConfig;
