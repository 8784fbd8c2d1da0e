/* oxlint-disable import/default -- the build makes the default export */
import numberPage from "#app/site/donate/pay/number-page.ts?inline-script";
import firstScript from "./first.ts?inline-script";
import reloadUnlessAwake from "./reload-unless-awake.ts?inline-script";

export { numberPage, firstScript, reloadUnlessAwake };

/** The inline scripts of public pages. The Content-Security-Policy allows only these texts. */
export const inlineScripts = [firstScript, reloadUnlessAwake, numberPage];
