export const sandboxStyles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf6, #0d1612);
  --surface: light-dark(#ffffff, #14211a);
  --ink: light-dark(#17221c, #e9efe9);
  --muted: light-dark(#52625a, #a3b3a9);
  --line: light-dark(#dfddd2, #26372d);
  --edge: light-dark(#6b7c72, #7d8f85);
  --brand: light-dark(#0b6b3a, #5fd08f);
  --on-brand: light-dark(#ffffff, #06210f);
  --brand-soft: light-dark(#e3f0e8, #173325);
  --gold: light-dark(#8a5a00, #e7bd66);
  --gold-soft: light-dark(#fbf0d9, #33280f);
  --error: light-dark(#b3261e, #ff9d94);
  --deep: #0a3b23;
  --on-deep: #f3f7f1;
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif }
h1, h2 { margin: 0; font-family: ui-serif, Palatino, "Noto Serif", Georgia, serif; font-weight: 600; line-height: 1.2; text-wrap: balance }
h1 { font-size: 1.75rem } h2 { font-size: 1.15rem }
p, dl, ul { margin: 0 } ul { padding: 0; list-style: none } dd { margin: 0 }
a { color: var(--brand) }
:focus-visible { outline: 3px solid var(--gold); outline-offset: 2px }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.notice { padding: .6rem 1rem; background: var(--gold-soft); color: var(--gold); text-align: center; font-size: .9rem }
.quiet, small { color: var(--muted) }
.wrong { color: var(--error); font-weight: 600 }
.figure { font-variant-numeric: tabular-nums; font-weight: 600 }
main { width: min(60rem, 100% - 2rem); margin: 2rem auto; display: grid; gap: 1.5rem }

button { min-height: 48px; padding: .4rem 1.1rem; border: 1.5px solid var(--edge); border-radius: 999px; background: none; color: inherit; font: inherit; font-weight: 600; line-height: 1.2; cursor: pointer }
button:hover { background: color-mix(in srgb, currentColor 8%, transparent) }
button.yes { border-color: var(--brand); background: var(--brand); color: var(--on-brand) }
button.yes:hover { background: color-mix(in srgb, var(--brand) 88%, var(--ink)) }
button.no { border-color: var(--error); color: var(--error) }
.wide { width: 100% }
label { display: block; font-weight: 600 }
input, select { width: 100%; min-height: 48px; padding: .4rem .8rem; border: 1.5px solid var(--edge); border-radius: 8px; background: var(--surface); color: inherit; font: inherit }
[aria-invalid] { border-color: var(--error); border-inline-start-width: 5px }
summary { min-height: 44px; padding-block: .6rem; cursor: pointer; color: var(--muted) }
.card { display: grid; gap: .8rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: 14px; background: var(--surface) }

.sheet .row { display: grid; grid-template-columns: 1fr auto; gap: .5rem 1rem }
.sheet .row label { grid-column: 1 / -1 }
.phones { display: grid; gap: .5rem }
.phones li { display: grid; grid-template-columns: 1fr auto auto; gap: 1rem; align-items: center; min-height: 56px; padding: .5rem 1.1rem; border: 1px solid var(--line); border-radius: 14px; background: var(--surface) }
.phones a { font-weight: 600; font-variant-numeric: tabular-nums } .phones span { color: var(--muted) } .phones strong { color: var(--gold) }

.desk { grid-template-columns: minmax(0, 25rem) minmax(0, 1fr); align-items: start; gap: 2.5rem }
.handset { display: grid; gap: 1rem; align-content: start; min-height: 40rem; padding: 1.1rem 1.25rem 1.75rem; border: 12px solid #101815; border-radius: 40px; background: var(--deep); color: var(--on-deep); box-shadow: 0 0 0 1px var(--line), 0 24px 48px -24px rgb(0 0 0 / .5) }
.handset header { display: flex; justify-content: space-between; font-size: .85rem; font-variant-numeric: tabular-nums }
.handset > h1 { font-size: 1.05rem; text-align: center; opacity: .85; font-family: inherit }
.idle { margin-top: 6rem; text-align: center; opacity: .85 }
.message { margin-top: 1rem; padding: .9rem 1.1rem; border-radius: 4px 18px 18px 18px; background: rgb(255 255 255 / .12) }
.prompt { display: grid; gap: .9rem; padding: 1.25rem; border-radius: 20px; background: var(--surface); color: var(--ink) }
.prompt h2 { font-size: 1.35rem } .prompt h2 strong { white-space: nowrap; color: var(--brand) }
.prompt dl { display: grid; gap: .25rem; font-size: .9rem } .prompt dl div { display: flex; gap: .75rem } .prompt dt { flex: 0 0 5.5rem; color: var(--muted) } .prompt dd { overflow-wrap: anywhere }
.prompt input { text-align: center; font-size: 1.5rem; letter-spacing: .6em }
.keys { display: none; grid-template-columns: repeat(3, 1fr); gap: .5rem }
.scripted .keys { display: grid }
.keys button { border-color: var(--line); border-radius: 14px; background: var(--brand-soft); font-size: 1.25rem }
.choices { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem } .choices .yes { grid-column: 1 / -1 } .choices button { padding-inline: .6rem }
.aside { display: grid; gap: 1.25rem }
.history { display: grid; gap: .75rem } .history li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem } .history small { grid-column: 1 / -1; overflow-wrap: anywhere }
.state { font-weight: 600; color: var(--error) } .state.paid { color: var(--brand) } .state.open, .state.cancelled, .state.expired { color: var(--muted) }

.checkout { width: min(30rem, 100% - 2rem) } .checkout header { text-align: center } .checkout header h1 { font-size: 2.4rem; font-variant-numeric: tabular-nums }
.checkout .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem } .field { display: grid; gap: .3rem; align-content: start }
.checkout li { padding-block: .2rem } code { font-variant-numeric: tabular-nums }
@media (max-width: 47.99rem) {
  .desk { grid-template-columns: minmax(0, 1fr); gap: 1.5rem } .handset { min-height: 30rem; border-width: 8px; border-radius: 30px; padding-inline: .8rem } .idle { margin-top: 4rem }
  .phones li { grid-template-columns: 1fr auto } main { margin-top: 1rem }
}
`;
