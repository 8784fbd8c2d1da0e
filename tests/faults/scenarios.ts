import { setTimeout as wait } from "node:timers/promises";
import { newDonor, pressOf, send, type Donor } from "./crowd.ts";
import type { MutantName } from "./mutants.ts";
import type { Place } from "./place.ts";
import { fair } from "./post-office.ts";
import { ready } from "./settle.ts";
import { patience } from "#tests/support/patience.ts";

const mostDeliveries = 1_000;

/** The critical moments, each caused on purpose, with the mutants that fail there. */
export const scenarios: { name: string; catches: MutantName[]; play(place: Place): Promise<Donor[]> }[] = [
  {
    name: "the site dies between a write and its commit",
    catches: ["acknowledge first", "split inbox"],
    async play(place) {
      const donor = await prompted(place);
      await place.planDeath({ victim: "app", after: 1, at: '^after: .*insert into "postings"' });
      await decide(place, donor, "approve");
      await diedAsPlanned(place);
      return [donor];
    },
  },
  {
    name: "many differently written reports of one payment arrive together",
    catches: ["no lock"],
    async play(place) {
      const donors = [await prompted(place), await prompted(place)];
      place.office.weather = { ...fair, late: 1 };
      for (const donor of donors) await decide(place, donor, "approve");
      place.office.weather = fair;
      const callbacks = place.office.takeKept();
      await Promise.all(
        callbacks.flatMap((callback) =>
          Array.from({ length: 5 }, (_, times) =>
            place.office.deliver({ ...callback, body: callback.body + " ".repeat(times) }),
          ),
        ),
      );
      return donors;
    },
  },
  {
    name: "PostgreSQL dies between a commit and its answer",
    catches: ["asynchronous commit"],
    async play(place) {
      const donor = await prompted(place);
      await place.planDeath({
        victim: "postgres",
        after: 1,
        at: "^before: answer 200 to POST /api/callbacks",
      });
      let killed = false;
      const death = place.site.postgresKilled.then(() => (killed = true));
      await decide(place, donor, "approve");
      // On a busy machine the site can refuse the first callback, so deliver again.
      for (let deliveries = 0; !killed; deliveries++) {
        if (deliveries === mostDeliveries) throw new Error("the planned point was not reached");
        await Promise.race([death, place.gateways.administer("deliver")]);
      }
      // The queue can lose writes that it treats as stored. A restarted site writes them again.
      await place.site.stop();
      return [donor];
    },
  },
  {
    name: "a failure is reported after a success",
    catches: ["last write wins"],
    async play(place) {
      const donor = await prompted(place);
      await decide(place, donor, "approve", "failure-after");
      return [donor];
    },
  },
  {
    name: "the site dies before the provider's answer, and the donor presses again",
    catches: [],
    async play(place) {
      await ready(place);
      const donor = newDonor("push");
      const press = pressOf(donor, "for-zakat", 50_000);
      await place.planDeath({ victim: "app", after: 1, at: "^heard: POST /azampay/azampay/mno/checkout" });
      await send(place, press);
      await diedAsPlanned(place);
      await ready(place);
      const answer = await send(place, press);
      donor.externalId = /"externalId":"([^"]+)"/.exec(answer?.body ?? "")?.[1] ?? null;
      if (donor.externalId === null) throw new Error(`not the same donation: ${answer?.body}`);
      await decide(place, donor, "approve");
      return [donor];
    },
  },
  {
    name: "one press of a button arrives twice",
    catches: ["key not unique"],
    async play(place) {
      const donors = [newDonor("order"), newDonor("card")];
      for (const donor of donors) {
        const press = pressOf(donor, "for-the-well", 50_000);
        await Promise.all([send(place, press), send(place, press)]);
      }
      return donors;
    },
  },
];

/** A renamed statement or path would pass its point, and the test would wait for a death that never comes. */
async function diedAsPlanned({ site }: Place): Promise<void> {
  const tooLate = wait(patience, "alive", { ref: false });
  if ((await Promise.race([site.died, tooLate])) === "alive")
    throw new Error("the planned point was not reached");
}

/** A donor with an unanswered payment request on the phone. */
async function prompted(place: Place): Promise<Donor> {
  await ready(place);
  const donor = newDonor("push");
  const answer = await send(place, pressOf(donor, "for-the-library", 50_000));
  donor.externalId = /"externalId":"([^"]+)"/.exec(answer?.body ?? "")?.[1] ?? null;
  if (donor.externalId === null) throw new Error(`no payment request: ${answer?.status} ${answer?.body}`);
  return donor;
}

async function decide(place: Place, donor: Donor, decision: string, fault?: string): Promise<void> {
  const payment = (await place.gateways.payments()).find(({ phone }) => phone === donor.phone);
  const { gateway, reference } = payment ?? { gateway: "azampay", reference: "none" };
  await place.gateways.administer("decide", { gateway, reference, decision, ...(fault && { fault }) });
  await place.gateways.administer("deliver");
}
