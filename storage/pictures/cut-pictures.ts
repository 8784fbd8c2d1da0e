import pLimit from "p-limit";
import { StoreFault, type Store, type Stored } from "#storage/store.ts";

/** True for a file of ours that ends too early, as after a full disk or a power cut. */
export function isCut(name: string, body: Buffer): boolean {
  switch (name.split(".").at(-1)) {
    case "jpeg":
      return body.subarray(-2).toString("hex") !== "ffd9";
    case "webp":
      return body.length < 12 || body.length < body.readUInt32LE(4) + 8;
    case "avif":
      return !hasWholeBoxes(body);
    default:
      return false;
  }
}

/** An AVIF is a list of boxes. Each begins with its length and kind, and ours end with the box of the pixels. */
function hasWholeBoxes(body: Buffer): boolean {
  let at = 0;
  let kind = "";
  while (at + 8 <= body.length) {
    const length = body.readUInt32BE(at);
    kind = body.toString("latin1", at + 4, at + 8);
    if (length < 8) return false;
    at += length;
  }
  return at === body.length && kind === "mdat";
}

/** The pictures of a store. A file that is cut has the size 0. */
export async function listUsable(store: Store): Promise<Stored[]> {
  const inTurn = pLimit(picturesAtOnce);
  const listed = await store.list();
  return Promise.all(
    listed.map((each) =>
      inTurn(async () => {
        const cut = each.isComplete ? await cutFilesOf(store, each) : [];
        return {
          ...each,
          sizes: new Map([...each.sizes, ...cut.map((name): [string, number] => [name, 0])]),
        };
      }),
    ),
  );
}

const picturesAtOnce = 4;

async function cutFilesOf(store: Store, { id, sizes }: Stored): Promise<string[]> {
  try {
    const files = (await store.files(id)) ?? [];
    return files.filter(({ name, body }) => isCut(name, body)).map(({ name }) => name);
  } catch (error) {
    // A bucket that returns other bytes than were stored does not say for which of them.
    if (error instanceof StoreFault && error.kind === "damaged") return [...sizes.keys()];
    throw error;
  }
}
