/** Every kind of public page there is, by one or two addresses of the demonstration content. */
export const pages = [
  "/",
  "/campaigns",
  "/campaigns?category=zakat",
  "/campaigns?category=research",
  "/campaigns/conference-center",
  "/campaigns/fun-run-2025",
  "/campaigns/girls-dormitories",
  "/campaigns/zakat",
  "/campaigns/girls-dormitories/poster",
  "/infrastructure",
  "/infrastructure/dormitories",
  "/infrastructure/conference-center",
  "/infrastructure/ablution-block",
  "/zakat",
  "/zakat/learn-more",
  "/about",
  "/privacy",
  "/terms",
  "/auth",
  "/sign-up",
];

export const missing = ["/no-such-page", "/campaigns/no-such-campaign", "/infrastructure/no-such-project"];
