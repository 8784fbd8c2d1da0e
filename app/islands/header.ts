/** How long the pointer must rest before a submenu opens, how soon the next may open at once, and when it closes. */
const openDelay = 200;
const skipDelay = 300;
const closeDelay = 150;

export function watchHeader(): void {
  markScrolled();
  closeMenuOnLeaving();
  const submenus = [...document.querySelectorAll<HTMLDetailsElement>(".submenu")];
  if (matchMedia("(hover: hover) and (min-width: 64rem)").matches) openOnHover(submenus);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const submenu of submenus) submenu.open = false;
  });
}

/** Two invisible marks at the top of the page say how far it was scrolled, without listening to every scroll. */
function markScrolled(): void {
  const watching = new IntersectionObserver((marks) => {
    for (const mark of marks) {
      const name = mark.target.getAttribute("data-sentinel") ?? "";
      document.body.toggleAttribute(`data-${name}`, !mark.isIntersecting);
    }
  });
  for (const mark of document.querySelectorAll("[data-sentinel]")) watching.observe(mark);
}

function closeMenuOnLeaving(): void {
  const menu = document.querySelector<HTMLDetailsElement>(".menu-toggle");
  document.querySelector(".site-nav")?.addEventListener("click", (event) => {
    if (menu && event.target instanceof Element && event.target.closest("a")) menu.open = false;
  });
}

function openOnHover(submenus: HTMLDetailsElement[]): void {
  let timer = 0;
  let closedAt = -Infinity;
  for (const submenu of submenus) {
    submenu.addEventListener("pointerenter", () => {
      clearTimeout(timer);
      const wait = performance.now() - closedAt < skipDelay ? 0 : openDelay;
      timer = window.setTimeout(() => {
        for (const each of submenus) each.open = each === submenu;
      }, wait);
    });
    submenu.addEventListener("pointerleave", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (submenu.open) closedAt = performance.now();
        submenu.open = false;
      }, closeDelay);
    });
  }
}
