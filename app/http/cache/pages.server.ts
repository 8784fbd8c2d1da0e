import { openFills, type Fill } from "./fills.server.ts";
import {
  largestToSqueeze,
  pack,
  shrinks,
  type KeptPage,
  type PageKeeping,
  type RenderedPage,
} from "./pack.server.ts";
import { openStoredPages } from "./stored-pages.server.ts";

export type PageCache = ReturnType<typeof openPageCache>;

export function openPageCache(limitBytes = 48 * 1024 * 1024) {
  const stored = openStoredPages(limitBytes);
  const fills = openFills();
  // Do not cache until we receive change notifications; otherwise pages could stay stale.
  let listening = false;

  async function fill(address: string, render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const shared = fills.joinable(address);
    if (shared) {
      const page = await shared.result;
      // A page that is not cached can be personal, so each visitor gets their own.
      return page && isKeepable(page) ? page : render();
    }
    return fills.run(address, async (fill) => {
      const page = await render();
      if (isKeepable(page)) await keep(address, page, fill);
      return page;
    });
  }

  async function keep(address: string, rendered: RenderedPage, fill: Fill): Promise<void> {
    const page = await pack(rendered, 5);
    if (!store(address, rendered, page, fill)) return;
    if (rendered.body.length > largestToSqueeze || !shrinks(rendered)) return;
    // The best compression takes 50 times as long, so no visitor waits for it.
    void pack(rendered, 11).then((smaller) => {
      if (stored.find(address) === page) store(address, rendered, smaller, fill);
    });
  }

  function store(address: string, rendered: RenderedPage, page: KeptPage, fill: Fill): boolean {
    const { subjects } = rendered.keeping;
    if (!listening || [...fill.dropped].some((subject) => subjects.has(subject))) return false;
    stored.store(address, page, subjects);
    return true;
  }

  function drop(subject: string): void {
    const subjects = subjectsOf(subject);
    fills.drop(subjects);
    stored.drop(subjects);
  }

  function dropAll(): void {
    fills.drop(["everything"]);
    stored.clear();
  }

  return {
    find: stored.find,
    fill,
    drop,
    listeningAgain: () => {
      dropAll();
      listening = true;
    },
    lost: () => {
      listening = false;
      dropAll();
    },
    size: stored.size,
  };
}

export function newKeeping(): PageKeeping {
  return { subjects: new Set(["everything"]), query: "", never: false };
}

/** Pages about several campaigns name the subject `campaigns`. */
function subjectsOf(subject: string): string[] {
  return subject.startsWith("campaign:") ? [subject, "campaigns"] : [subject];
}

function isKeepable(page: RenderedPage): boolean {
  const named = page.keeping.subjects.size > 1;
  return (
    named &&
    !page.keeping.never &&
    page.status === 200 &&
    page.stream === undefined &&
    !page.headers.some(([name]) => name === "Set-Cookie")
  );
}
