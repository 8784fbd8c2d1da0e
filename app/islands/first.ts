/**
 * Runs before the first paint, so that neither the theme nor the consent banner flickers: says that script runs, which
 * theme was chosen, and whether the visitor has yet to be asked. `data-script` shows what makes sense with script only.
 * What a form marked as staying here holds is not sent, from the first moment on, whenever its own code may arrive.
 */
export const firstScript = `(function(d){d.script="on";try{var t=localStorage.getItem("theme"),c=JSON.parse(localStorage.getItem("visitor_consent")||"null");if(t==="dark"||t==="light")d.theme=t;if(!c||c.version!==2)d.consent="ask"}catch(e){d.consent="ask"}})(document.documentElement.dataset);addEventListener("submit",function(e){if(e.target.matches("[data-stays-here]"))e.preventDefault()})`;
