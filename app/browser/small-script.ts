import { askConsent } from "./consent.ts";
import { watchHeader } from "./header.ts";
import { wakeIslands } from "./wake-islands.ts";
import { tellToasts } from "./toasts.ts";
import { toggleTheme } from "./theme.ts";
import { tellLostPictures } from "./pictures.ts";
import { turnTowns } from "./towns.ts";

/** All the script of a public page before anything is touched. Every part only improves what works without it. */
toggleTheme();
askConsent();
watchHeader();
turnTowns();
tellToasts();
wakeIslands();
tellLostPictures();
