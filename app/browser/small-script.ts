import { applyChoices } from "./apply-choices.ts";
import { showConsent } from "./consent.ts";
import { watchHeader } from "./header.ts";
import { wakeIslands } from "./wake-islands.ts";
import { showToasts } from "./toasts.ts";
import { turnTowns } from "./towns.ts";

/** The script of a public page before any interaction. Every part only improves a page that works without it. */
showConsent();
watchHeader();
turnTowns();
showToasts();
wakeIslands();
applyChoices();
