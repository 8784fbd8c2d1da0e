import { askConsent } from "./consent.ts";
import { watchHeader } from "./header.ts";
import { wakeIslands } from "./wake-islands.ts";
import { tellToasts } from "./toasts.ts";
import { toggleTheme } from "./theme.ts";
import { tellLostPictures } from "./pictures.ts";
import { turnTowns } from "./towns.ts";

/** The script of a public page before any interaction. Every part only improves a page that works without it. */
toggleTheme();
askConsent();
watchHeader();
turnTowns();
tellToasts();
wakeIslands();
tellLostPictures();
