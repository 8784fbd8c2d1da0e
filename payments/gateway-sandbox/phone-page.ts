import { requestNumber } from "#domain/payments/donor-reference.ts";
import { formatPhone, operatorOf, parsePhone, type PhoneNumber } from "#domain/payments/phone.ts";
import { decline, endPrompt, enterPin, pinsAllowed, prompt, rightPin } from "./decisions.ts";
import { faultNamed, faults } from "./faults.ts";
import { html, type Html } from "./html.ts";
import { seeOther, type SandboxRequest, type Reply } from "./http.ts";
import { clockTime, events, moneyOf, page } from "./page.ts";
import { networkOfNumber } from "./selcom-gateway.ts";
import type { SandboxPayment } from "./state.ts";
import type { SandboxContext } from "./context.ts";

/** The test phones: /phone for all, /phone/<number> for one. */
export async function phonePages(
  context: SandboxContext,
  request: SandboxRequest,
): Promise<Reply | undefined> {
  if (request.path === "/phone" || request.path === "/phone/")
    return request.method === "GET" ? allPhones(context, request) : undefined;
  if (request.path === "/phone/events") return events(context, request, () => true);
  if (!request.path.startsWith("/phone/")) return undefined;
  const [, , written = "", action, id] = request.path.split("/");
  const phone = parsePhone(unescaped(written));
  if (phone === null) return notAPhone(context);
  if (phone !== written) return seeOther(`${context.path}/phone/${phone}`);
  const here = `${context.path}/phone/${phone}`;
  if (request.method === "GET" && action === undefined) return onePhone(context, phone);
  if (request.method === "GET" && action === "events")
    return events(context, request, (payment) => payment.phone === phone);
  if (request.method !== "POST") return undefined;

  const form = new URLSearchParams(request.body);
  if (action === "next") chooseNext(context, phone, form.get("fault"));
  else if (action === "prompts") decide(context, phone, Number(id), form);
  else if (action === "number") payNumber(context, phone, form.get("number") ?? "");
  else return undefined;
  return seeOther(here);
}

/** Like decodeURIComponent, but it never throws. */
function unescaped(written: string): string {
  return new URLSearchParams(`number=${written.replaceAll("+", "%2B")}`).get("number") ?? "";
}

function chooseNext(context: SandboxContext, phone: string, id: string | null): void {
  const fault = faultNamed(id);
  if (fault === null) delete context.state.meta.nextFaults[phone];
  else context.state.meta.nextFaults[phone] = fault;
  context.state.changedMeta();
}

function decide(context: SandboxContext, phone: string, id: number, form: URLSearchParams): void {
  const payment = context.state.payment(id);
  if (payment?.phone !== phone || payment.status !== "waiting") return;
  const decision = form.get("decision");
  if (decision === "approve")
    enterPin(context, payment, form.get("pin") ?? "", faultNamed(form.get("fault")));
  if (decision === "decline") decline(context, payment);
  if (decision === "expire") endPrompt(context, payment);
}

/** The payer opens the network's menu and enters the number of an order. The phone then asks for the PIN. */
function payNumber(context: SandboxContext, phone: string, written: string): void {
  const payment = context.state.byToken(written.replaceAll(/\D/g, ""));
  if (payment === undefined || payment.status !== "open" || !payment.order?.networks) return;
  prompt(context, payment, phone, networkOfNumber(phone));
}

function allPhones(context: SandboxContext, request: SandboxRequest): Reply {
  const typed = request.query.get("number");
  if (typed !== null) {
    const phone = parsePhone(typed);
    return phone === null ? notAPhone(context) : seeOther(`${context.path}/phone/${phone}`);
  }
  const base = context.path;
  const phones = context.state
    .phones()
    .flatMap((number) => parsePhone(number) ?? [])
    .map((phone) => ({ phone, waiting: waitingOn(context, phone).length }))
    .toSorted((a, b) => b.waiting - a.waiting)
    .slice(0, 50);
  const waiting = phones.reduce((sum, phone) => sum + phone.waiting, 0);
  return page(context, {
    title: "Phones",
    live: `${base}/phone/events`,
    refresh: 5,
    main: html`<main class="sheet" data-news="${waiting} payment requests waiting">
      <h1>Test phones</h1>
      <p>
        Payment requests appear on the phone they were sent to. Open a phone to approve or decline its
        request.
      </p>
      <form method="get" action="${base}/phone" class="row">
        <label for="number">Phone number</label>
        <input id="number" name="number" type="tel" autocomplete="off" placeholder="0712 345 678" required />
        <button>Open this phone</button>
      </form>
      ${
        phones.length === 0
          ? html`<p class="quiet">No payment requests yet.</p>`
          : html`<ul class="phones">
              ${phones.map(
                ({ phone, waiting }) =>
                  html`<li>
                    <a href="${base}/phone/${phone}">${formatPhone(phone)}</a>
                    <span>${operatorOf(phone)?.name ?? "Unknown network"}</span>
                    <strong>${waiting === 0 ? null : `${waiting} waiting`}</strong>
                  </li>`,
              )}
            </ul>`
      }
      <p>
        <a href="${base}/azampay-statement.csv">AzamPay’s statement (CSV)</a>, to import under Reconciliation
      </p>
    </main>`,
  });
}

function notAPhone(context: SandboxContext): Reply {
  return page(context, {
    title: "Not a phone number",
    status: 404,
    main: html`<main class="sheet">
      <h1>Enter a Tanzanian mobile number</h1>
      <p><a href="${context.path}/phone">All phones</a></p>
    </main>`,
  });
}

function onePhone(context: SandboxContext, phone: PhoneNumber): Reply {
  const here = `${context.path}/phone/${phone}`;
  const waiting = waitingOn(context, phone);
  const past = context.state
    .onPhone(phone)
    .filter((payment) => payment.status !== "waiting")
    .slice(0, 8);
  const news =
    waiting[0] === undefined ? "No payment request is waiting" : `Payment request: ${moneyOf(waiting[0])}`;
  return page(context, {
    title: formatPhone(phone),
    live: `${here}/events`,
    refresh: waiting.length === 0 ? 4 : null,
    main: html`<main class="desk" data-news="${news}">
      <section class="handset" aria-label="Phone ${formatPhone(phone)}">
        <header>
          <span>${operatorOf(phone)?.name ?? "No network"}</span><span>${clockTime(context.now())}</span>
        </header>
        <h1>${formatPhone(phone)}</h1>
        ${
          waiting.length === 0
            ? html`${past[0] === undefined ? null : lastMessage(past[0])}
                <p class="idle">
                  No payment request is waiting.<br />Keep this window open. Requests appear automatically.
                </p>`
            : waiting.map((payment, at) => promptForm(context, here, payment, at === 0))
        }
      </section>
      <div class="aside">
        ${numberForm(here)} ${nextForm(context, here, phone)} ${past.length === 0 ? null : history(past)}
        <p><a href="${context.path}/phone">All phones</a></p>
      </div>
    </main>`,
  });
}

function waitingOn(context: SandboxContext, phone: string): SandboxPayment[] {
  return context.state.onPhone(phone).filter((payment) => payment.status === "waiting");
}

function lastMessage(payment: SandboxPayment): Html {
  const sum = moneyOf({ amount: payment.taken, currency: payment.currency });
  return html`<p class="message">
    ${
      payment.status === "paid"
        ? `Confirmed. ${sum} was paid to ${payment.merchant}. Receipt ${payment.operatorReference}.`
        : `${payment.said}. ${sum} to ${payment.merchant} was not charged.`
    }
  </p>`;
}

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", null, "0", "back"];

function promptForm(context: SandboxContext, here: string, payment: SandboxPayment, first: boolean): Html {
  const id = `p${payment.id}`;
  const left = pinsAllowed - payment.wrongPins;
  return html`<form
    class="prompt"
    method="post"
    action="${here}/prompts/${payment.id}"
    aria-labelledby="${id}-ask"
  >
    <h2 id="${id}-ask">Pay <strong>${moneyOf(payment)}</strong> to ${payment.merchant}?</h2>
    <dl>
      <div>
        <dt>By</dt>
        <dd>${networkNames[payment.network ?? ""] ?? "Mobile money"} through ${gateways[payment.gateway]}</dd>
      </div>
      <div>
        <dt>Number</dt>
        <dd>${requestNumber(payment.gatewayReference)}</dd>
      </div>
      ${
        payment.promptEndsAt === null
          ? null
          : html`<div>
              <dt>Ends</dt>
              <dd>at ${clockTime(payment.promptEndsAt)}</dd>
            </div>`
      }
    </dl>
    ${
      payment.wrongPins === 0
        ? null
        : html`<p class="wrong" id="${id}-wrong" role="alert">
            Wrong PIN. ${left} ${left === 1 ? "try" : "tries"} left.
          </p>`
    }
    <label for="${id}-pin">PIN <small>(here it is always ${rightPin})</small></label>
    <input
      id="${id}-pin"
      name="pin"
      type="password"
      inputmode="numeric"
      autocomplete="off"
      maxlength="4"
      pattern="[0-9]{4}"
      ${payment.wrongPins === 0 ? null : html`aria-invalid="true" aria-describedby="${id}-wrong"`}
      ${first ? html`autofocus` : null}
    />
    <div class="keys">
      ${keys.map((key) =>
        key === null
          ? html`<span></span>`
          : html`<button
              type="button"
              data-key="${key}"
              aria-label="${key === "back" ? "Delete the last digit" : key}"
            >
              ${key === "back" ? "⌫" : key}
            </button>`,
      )}
    </div>
    <div class="choices">
      <button id="${id}-yes" class="yes" name="decision" value="approve">Approve</button>
      <button id="${id}-no" class="no" name="decision" value="decline" formnovalidate>Decline</button>
      <button id="${id}-ignore" name="decision" value="expire" formnovalidate>Let it expire</button>
    </div>
    <details ${context.options.magic ? html`open` : null}>
      <summary>Simulate a fault after Approve</summary>
      <label for="${id}-fault">Fault</label>
      <select id="${id}-fault" name="fault">
        <option value="">Nothing</option>
        ${faults.filter(({ when }) => when === "decided").map((fault) => html`<option value="${fault.id}">${fault.label}</option>`)}
      </select>
    </details>
  </form>`;
}

function numberForm(here: string): Html {
  return html`<form class="card" method="post" action="${here}/number">
    <h2>Pay by number</h2>
    <label for="pay-number">Number to pay</label>
    <input id="pay-number" name="number" inputmode="numeric" autocomplete="off" maxlength="11" required />
    <button>Pay this number</button>
  </form>`;
}

function nextForm(context: SandboxContext, here: string, phone: string): Html {
  const chosen = context.state.meta.nextFaults[phone] ?? "";
  return html`<form class="card" method="post" action="${here}/next">
    <h2>Next request to this phone</h2>
    <label for="next-fault">Fault in the next request</label>
    <select id="next-fault" name="fault">
      <option value="">Nothing</option>
      ${faults
        .filter(({ when }) => when === "asked")
        .map(
          (fault) =>
            html`<option value="${fault.id}" ${fault.id === chosen ? html`selected` : null}>
              ${fault.label}
            </option>`,
        )}
    </select>
    <button>Set</button>
  </form>`;
}

function history(past: SandboxPayment[]): Html {
  return html`<section class="card">
    <h2>History</h2>
    <ul class="history">
      ${past.map(
        (payment) =>
          html`<li>
            <span class="figure">${moneyOf(payment)}</span>
            <span class="state ${payment.status}">${stateWords[payment.status]}</span>
            <small>${outcome(payment)} · ${requestNumber(payment.gatewayReference)}</small>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** A simulated fault can take another amount than the request names. */
function outcome(payment: SandboxPayment): string {
  const { status, taken, amount, currency, said } = payment;
  return status === "paid" && taken !== amount ? `${moneyOf({ amount: taken, currency })} was paid` : said;
}

const networkNames: Record<string, string> = {
  Mpesa: "M-Pesa",
  Tigo: "Mixx by Yas",
  Airtel: "Airtel Money",
  Halopesa: "HaloPesa",
  Azampesa: "AzamPesa",
};

const gateways = { azampay: "AzamPay", selcom: "Selcom" } as const;

const stateWords = {
  open: "Open",
  waiting: "Waiting",
  paid: "Paid",
  declined: "Declined",
  rejected: "Rejected",
  expired: "Expired",
  cancelled: "Cancelled",
  reversed: "Reversed",
} as const satisfies Record<SandboxPayment["status"], string>;
