/* oxlint-disable import/default -- the build makes the default export */
import firstScript from "./first.ts?inline-script";
import reloadUnlessAwake from "./reload-unless-awake.ts?inline-script";

export { firstScript, reloadUnlessAwake };

/** All inline scripts of the public pages. The Content-Security-Policy allows these texts and no others. */
export const inlineScripts = [firstScript, reloadUnlessAwake];
