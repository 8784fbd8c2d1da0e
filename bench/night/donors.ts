import { Agent, request as open } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

const orderShape = z.object({
  url: z.string(),
  campaigns: z.array(z.string()),
  perSecond: z.number(),
  seconds: z.number(),
});
type Order = z.infer<typeof orderShape>;
/** `unanswered`: questions about a donation that got no status. */
type Count = { taken: number; refused: number; thanked: number; unanswered: number };

/** Donates at a steady rate, also while the site answers slowly. Each donor asks once a second whether the payment arrived. */
process.on(
  "message",
  (message) => void run(orderShape.parse(message)).then((count) => process.send?.(count)),
);
process.once("disconnect", () => process.exit());

const agent = new Agent({ keepAlive: true });
let phones = 0;

async function run(order: Order): Promise<Count> {
  const count: Count = { taken: 0, refused: 0, thanked: 0, unanswered: 0 };
  const donors: Promise<void>[] = [];
  const begun = performance.now();
  const all = order.perSecond * order.seconds;
  for (let at = 0; at < all; at += 1) {
    const due = begun + (at * 1000) / order.perSecond;
    if (due > performance.now()) await wait(due - performance.now());
    donors.push(
      donate(order, at).then(
        (externalId) => follow(order, externalId, count),
        () => void (count.refused += 1),
      ),
    );
  }
  await Promise.all(donors);
  return count;
}

const answerShape = z.looseObject({ success: z.literal(true), externalId: z.string() });
const statusShape = z.looseObject({ status: z.string() });

async function donate({ url, campaigns }: Order, at: number): Promise<string> {
  const campaign = at % campaigns.length;
  const body = {
    // The amount names the campaign, so that the gateway can report which campaign was paid.
    ...{ campaignId: campaigns[campaign], amount: 20_000 + campaign, currency: "TZS", provider: "Mpesa" },
    ...{ phoneNumber: `2557${String((phones += 1) + 40_000_000).padStart(8, "0")}`, name: "Asha Juma" },
    ...{ email: "asha@donors.example", isAnonymous: false, isAlumni: false, message: "" },
  };
  return answerShape.parse(await ask(`${url}/api/donations/mobile`, body)).externalId;
}

async function follow({ url }: Order, externalId: string, count: Count): Promise<void> {
  count.taken += 1;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    await wait(1_000);
    const answer = await ask(`${url}/api/donations/${externalId}`).catch(() => null);
    const { data: status } = statusShape.safeParse(answer);
    if (status === undefined) count.unanswered += 1;
    if (status?.status !== "completed") continue;
    count.thanked += 1;
    return;
  }
}

function ask(url: string, body?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `${process.pid}-${phones}` };
    open(url, { method: body ? "POST" : "GET", agent, headers: body ? headers : {} }, (answer) => {
      json(answer).then(resolve, reject);
    })
      .on("error", reject)
      .end(body && JSON.stringify(body));
  });
}
