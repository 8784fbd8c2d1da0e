/**
 * Runs before the first paint, so that neither the theme nor the consent banner flickers: says that script runs, which
 * theme was chosen, and whether the visitor has yet to be asked. `data-script` shows what makes sense with script only.
 * What a form marked as staying here holds is not sent, from the first moment on, whenever its own code may arrive.
 */
const beginning = `(function(d){d.script="on";try{var t=localStorage.getItem("theme"),c=JSON.parse(localStorage.getItem("visitor_consent")||"null");if(t==="dark"||t==="light")d.theme=t;if(!c||c.version!==2)d.consent="ask"}catch(e){d.consent="ask"}})(document.documentElement.dataset);addEventListener("submit",function(e){if(e.target.matches("[data-stays-here]"))e.preventDefault()});`;

/**
 * Figures count up from the moment they are first painted, so they cannot wait for a script to arrive. What counts stands
 * in a shadow over the finished figure, which keeps its room, and is uncovered at the end, and for paper.
 */
const countUp = `customElements.define("count-up",class extends HTMLElement{connectedCallback(){var e=this,d=e.dataset,c=d.currency,f=new Intl.NumberFormat(d.locale,c?{style:"currency",currency:c,notation:"compact",maximumFractionDigits:1}:{maximumFractionDigits:0}),r,n,s,o;if(e.shadowRoot||matchMedia("(prefers-reduced-motion:reduce)").matches)return;r=e.attachShadow({mode:"open"});r.innerHTML="<span><slot></slot></span><span></span>";r.firstChild.style.visibility="hidden";n=r.lastChild;e.style.cssText="display:inline-block;position:relative";n.style.cssText="position:absolute;inset:0;white-space:nowrap";function show(v){n.textContent=f.format(v)+(d.suffix||"")}function end(){r.innerHTML="<slot></slot>"}function step(t){t=Math.min((t-(s=s||t))/d.duration,1);if(t<1){show(Math.round(d.value*(1-Math.pow(1-t,3))));requestAnimationFrame(step)}else end()}show(0);addEventListener("beforeprint",end);o=new IntersectionObserver(function(l){if(l.some(function(i){return i.isIntersecting})){o.disconnect();requestAnimationFrame(step)}});o.observe(e)}});`;

export const firstScript = beginning + countUp;
