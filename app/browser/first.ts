import { defineCountUp } from "./count-up.ts";
import { holdForms, markDocument } from "./mark-document.ts";

// Runs inline in the head of every page, before the first paint.
markDocument();
holdForms();
defineCountUp();
