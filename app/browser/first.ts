import { defineCountUp } from "./count-up.ts";
import { replaceMissingPictures } from "./pictures.ts";
import { toggleTheme } from "./theme.ts";
import { closeConsent, holdForms, markDocument } from "./mark-document.ts";

// Runs inline in the head of every page, before the first paint.
markDocument();
holdForms();
closeConsent();
toggleTheme();
replaceMissingPictures();
defineCountUp();
