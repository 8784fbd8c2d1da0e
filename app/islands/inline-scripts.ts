import { firstScript } from "./first.ts";

/** Reads from its own element which island it waits for, so that its text is the same on every page. */
export const unlessAwake = `(function(d){setTimeout(function(){document.querySelector("[data-island="+d.waitsFor+"][data-awake]")||location.reload()},d.seconds*3e3)})(document.currentScript.dataset);`;

/** All inline scripts of the public pages. The policy allows these texts, and no other text that a page may hold. */
export const inlineScripts = [firstScript, unlessAwake];
