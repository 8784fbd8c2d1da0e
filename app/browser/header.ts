/** Delays in milliseconds: before a submenu opens, before the next one opens, and before it closes. */
const openDelay = 200;
const skipDelay = 300;
const closeDelay = 150;

export function watchHeader(): void {
  markScrolled();
  closeMenuOnLeaving();
  const submenus = [...document.querySelectorAll<HTMLDetailsElement>(".submenu")];
  if (matchMedia("(hover: hover) and (min-width: 64rem)").matches) openOnHover(submenus);
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape")
      document.querySelectorAll<HTMLDetailsElement>(".site-header details[open]").forEach(fold);
  });
}

/** Focus inside moves to the summary, because a hidden element cannot keep it. */
function fold(details: HTMLDetailsElement): void {
  if (details.contains(document.activeElement)) details.querySelector("summary")?.focus();
  details.open = false;
}

/** Two invisible marks at the top show the scroll position, without a listener for every scroll event. */
function markScrolled(): void {
  const watching = new IntersectionObserver((marks) => {
    for (const mark of marks) {
      const name = mark.target.getAttribute("data-sentinel");
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
  // The shade over the page belongs to the header itself.
  document.querySelector(".site-header")?.addEventListener("click", (event) => {
    if (menu && event.target === event.currentTarget) menu.open = false;
  });
}

function openOnHover(submenus: HTMLDetailsElement[]): void {
  let timer = 0;
  let closedAt = -Infinity;
  for (const submenu of submenus) {
    // A click on a submenu that the pointer opened would close it. Keys still close it.
    submenu.onclick = (event) => {
      if (event.detail && submenu.open && event.target === submenu.firstChild) event.preventDefault();
    };
    submenu.onpointerenter = () => {
      clearTimeout(timer);
      const next = submenus.some(({ open }) => open) || performance.now() - closedAt < skipDelay;
      timer = window.setTimeout(
        () => {
          for (const each of submenus) each.open = each === submenu;
        },
        next ? 0 : openDelay,
      );
    };
    submenu.onpointerleave = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (submenu.open) closedAt = performance.now();
        submenu.open = false;
      }, closeDelay);
    };
  }
}
