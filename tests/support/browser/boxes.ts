import type { Page } from "playwright-core";

type Box = { top: number; bottom: number };

/** Of the first element that fits, measured from the top of the page. */
export const boxOf = (page: Page, selector: string): Promise<Box> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top: top + scrollY, bottom: bottom + scrollY };
    });

/** The lower edge of the window. */
export const foot = (page: Page) => page.viewportSize()?.height ?? 0;
