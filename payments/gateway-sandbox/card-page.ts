import { z } from "zod";
import { parsePhone } from "#domain/payments/phone.ts";
import { approve, decline, isOpen, pageAddress, prompt, reject } from "./decisions.ts";
import { html, type Html } from "./html.ts";
import { seeOther, type SandboxRequest, type Reply } from "./http.ts";
import { clockTime, events, moneyOf, page } from "./page.ts";
import { selcomStatus, networkOfNumber } from "./selcom-gateway.ts";
import type { Order, SandboxPayment } from "./state.ts";
import type { SandboxContext } from "./context.ts";

const cards = [
  { number: "4111111111111111", label: "pays", why: null },
  { number: "5555555555554444", label: "pays", why: null },
  { number: "4000000000000002", label: "is declined", why: "The bank declined the card" },
  { number: "4000000000009995", label: "has insufficient funds", why: "Insufficient funds" },
  { number: "4000000000000069", label: "has expired", why: "The card has expired" },
] as const;

const declinesAllowed = 3;

type Entered = { errors: Record<string, string>; message: string | null };
const nothingEntered: Entered = { errors: {}, message: null };

/** The payment pages: /selcom/paymentgw/checkout/<token>, and the equivalent of AzamPay. */
export async function cardPages(
  context: SandboxContext,
  request: SandboxRequest,
): Promise<Reply | undefined> {
  const [, token, action] =
    /^\/(?:azampay|selcom)\/paymentgw\/checkout\/(\d+)(?:\/(card|mobile|cancel|events))?$/.exec(
      request.path,
    ) ?? [];
  if (token === undefined) return undefined;
  const payment = context.state.byToken(token);
  if (payment === undefined || payment.order === null) return notFound(context);
  if (request.method === "GET" && action === "events")
    return events(context, request, ({ id }) => id === payment.id);
  if (request.method === "GET" && action === undefined)
    return show(context, payment, payment.order, nothingEntered);
  if (request.method === "GET") return seeOther(context.path + pageAddress(payment));
  if (request.method !== "POST" || action === undefined) return undefined;

  const form = Object.fromEntries(new URLSearchParams(request.body));
  if (payment.status !== "open") return seeOther(context.path + pageAddress(payment));
  if (action === "cancel") decline(context, payment);
  const entered =
    action === "card"
      ? payByCard(context, payment, payment.order, form)
      : action === "mobile"
        ? payByPhone(context, payment, payment.order, form)
        : nothingEntered;
  const wrong = Object.keys(entered.errors).length > 0 || entered.message !== null;
  return wrong && isOpen(payment)
    ? show(context, payment, payment.order, entered, 422)
    : seeOther(context.path + pageAddress(payment));
}

const cardForm = z.object({
  number: z
    .string()
    .transform((text) => text.replace(/[\s-]/g, ""))
    .refine(
      (number) => /^\d{12,19}$/.test(number) && passesLuhn(number),
      "Enter a card number from the list",
    ),
  expiry: z.string().regex(/^(0[1-9]|1[0-2])\s*\/\s*\d\d$/, "Enter the month and year as MM/YY"),
  code: z.string().regex(/^\d{3,4}$/, "Enter the 3 or 4 digits from the back"),
});

function payByCard(
  context: SandboxContext,
  payment: SandboxPayment,
  order: Order,
  form: Record<string, string>,
): Entered {
  if (!order.cards) return { errors: {}, message: "Cards are not accepted for this order" };
  const read = cardForm.safeParse({ number: "", expiry: "", code: "", ...form });
  if (!read.success)
    return {
      message: null,
      errors: Object.fromEntries(read.error.issues.map((issue) => [String(issue.path[0]), issue.message])),
    };
  const card = cards.find(({ number }) => number === read.data.number);
  if (card?.why === null) {
    approve(context, payment, null);
    return nothingEntered;
  }
  const why = card?.why ?? "Card not recognised";
  order.declines += 1;
  context.state.put(payment);
  if (order.declines >= declinesAllowed) reject(context, payment, why);
  return { errors: {}, message: `${why}. You were not charged.` };
}

function payByPhone(
  context: SandboxContext,
  payment: SandboxPayment,
  order: Order,
  form: Record<string, string>,
): Entered {
  const phone = parsePhone(form["phone"] ?? "");
  if (!order.networks) return { errors: {}, message: "Mobile money is not accepted for this order" };
  if (phone === null) return { errors: { phone: "Enter a Tanzanian mobile number" }, message: null };
  prompt(context, payment, phone, networkOfNumber(phone));
  return nothingEntered;
}

function passesLuhn(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

function show(
  context: SandboxContext,
  payment: SandboxPayment,
  order: Order,
  entered: Entered,
  status = 200,
): Reply {
  if (!isOpen(payment)) return goBack(context, payment, order);
  const here = context.path + pageAddress(payment);
  const waiting = payment.status === "waiting";
  const leadsTo = [order.redirectUrl, order.cancelUrl].flatMap((url) =>
    url === null ? [] : new URL(url).origin,
  );
  return page(context, {
    title: "Pay",
    status,
    live: `${here}/events`,
    refresh: waiting ? 4 : null,
    leadsTo,
    main: html`<main class="checkout" ${waiting ? html`data-news="Waiting for the PIN on the phone"` : null}>
      <header>
        <p>Pay ${payment.merchant}</p>
        <h1>${moneyOf(payment)}</h1>
        <p class="quiet">
          Order ${order.token} for ${order.buyer} · open until ${clockTime(order.expiresAt)}
        </p>
      </header>
      ${entered.message === null ? null : html`<p class="wrong" role="alert">${entered.message}</p>`}
      ${
        waiting
          ? waitingForPin(context, payment)
          : html`${order.cards && cardFields(here, entered)} ${order.networks && phoneFields(here, entered)}
              <form method="post" action="${here}/cancel">
                <button class="no wide">Cancel and go back</button>
              </form>`
      }
    </main>`,
  });
}

function waitingForPin(context: SandboxContext, payment: SandboxPayment): Html {
  return html`<p class="card">
    A request was sent to the phone. This page will continue when the PIN is entered.
    <a href="${context.path}/phone/${payment.phone ?? ""}" target="_blank" rel="noopener"
      >Open the test phone</a
    >
  </p>`;
}

function cardFields(here: string, { errors }: Entered): Html {
  return html`<form class="card" method="post" action="${here}/card" novalidate>
    <h2>Card</h2>
    ${field({ name: "number", label: "Card number", hint: "4111 1111 1111 1111 pays", mode: "numeric", error: errors["number"] })}
    <div class="pair">
      ${field({ name: "expiry", label: "Expiry", hint: "MM/YY", mode: "text", error: errors["expiry"] })}
      ${field({ name: "code", label: "Security code", hint: "Any 3 digits", mode: "numeric", error: errors["code"] })}
    </div>
    <button class="yes wide">Pay by card</button>
    <details>
      <summary>Test cards</summary>
      <ul>
        ${cards.map((card) => html`<li><code>${card.number.replace(/(.{4})(?=.)/g, "$1 ")}</code> ${card.label}</li>`)}
      </ul>
    </details>
  </form>`;
}

function phoneFields(here: string, { errors }: Entered): Html {
  return html`<form class="card" method="post" action="${here}/mobile" novalidate>
    <h2>Mobile money</h2>
    ${field({ name: "phone", label: "Phone number", hint: "0712 345 678", mode: "tel", error: errors["phone"] })}
    <button class="yes wide">Send a request to this phone</button>
  </form>`;
}

type Field = { name: string; label: string; hint: string; mode: string; error: string | undefined };

function field({ name, label, hint, mode, error }: Field): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      inputmode="${mode}"
      autocomplete="off"
      aria-describedby="${name}-hint"
      ${error === undefined ? null : html`aria-invalid="true"`}
    />
    <small id="${name}-hint" ${error === undefined ? null : html`class="wrong"`}>${error ?? hint}</small>
  </div>`;
}

function goBack(context: SandboxContext, payment: SandboxPayment, order: Order): Reply {
  const { gateway, status } = payment;
  const gaveUp = status === "declined" || (gateway === "azampay" && status !== "paid");
  const target = (gaveUp ? order.cancelUrl : null) ?? order.redirectUrl;
  if (target === null || status === "cancelled") return ended(context, payment);
  if (gateway === "azampay") return seeOther(target);
  // Selcom's page adds only these two, and always a question mark.
  const message = new URLSearchParams({
    payment_status: selcomStatus(payment),
    transid: payment.operatorReference ?? "",
  });
  return seeOther(`${target}?${message}`);
}

function ended(context: SandboxContext, payment: SandboxPayment): Reply {
  return page(context, {
    title: "Order closed",
    status: 410,
    main: html`<main class="checkout">
      <h1>This order is closed</h1>
      <p>${payment.said}.</p>
    </main>`,
  });
}

function notFound(context: SandboxContext): Reply {
  return page(context, {
    title: "Not found",
    status: 404,
    main: html`<main class="checkout"><h1>Page Not Found</h1></main>`,
  });
}
