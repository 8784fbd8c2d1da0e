/**
 * Numbers count up when they come into view, so they cannot wait for a later script. The running number is in a shadow
 * root above the final one, which keeps its space. The final number shows before, at the end, and for printing.
 */
export function defineCountUp(): void {
  customElements.define("count-up", CountUp);
}

class CountUp extends HTMLElement {
  connectedCallback(): void {
    if (matchMedia("(prefers-reduced-motion:reduce)").matches) return;
    addEventListener("beforeprint", () => this.end());
    const watching = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watching.disconnect();
      requestAnimationFrame((start) => this.begin(start));
    });
    watching.observe(this);
  }

  private begin(start: number): void {
    if (this.shadowRoot) return;
    const running = this.cover(this.attachShadow({ mode: "open" }));
    const format = formatOf(this.dataset);
    const suffix = this.dataset["suffix"] ?? "";
    const show = (value: number) => {
      running.textContent = format.format(value) + suffix;
    };
    this.step(start, start, show);
  }

  private cover(root: ShadowRoot): HTMLElement {
    const final = document.createElement("span");
    final.append(document.createElement("slot"));
    final.style.visibility = "hidden";
    const running = document.createElement("span");
    running.style.cssText = "position:absolute;inset:0;white-space:nowrap";
    root.append(final, running);
    this.style.cssText = "display:inline-block;position:relative";
    return running;
  }

  private step(start: number, now: number, show: (value: number) => void): void {
    const part = (now - start) / Number(this.dataset["duration"]);
    if (part >= 1) return this.end();
    // Live updates can change the value while it counts.
    show(Math.round(Number(this.dataset["value"]) * (1 - Math.pow(1 - part, 3))));
    requestAnimationFrame((next) => this.step(start, next, show));
  }

  private end(): void {
    this.shadowRoot?.replaceChildren(document.createElement("slot"));
  }
}

function formatOf({ locale, currency }: DOMStringMap): Intl.NumberFormat {
  return new Intl.NumberFormat(
    locale,
    currency
      ? { style: "currency", currency, notation: "compact", maximumFractionDigits: 1 }
      : { maximumFractionDigits: 0 },
  );
}
