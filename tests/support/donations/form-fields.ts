export const form = "/campaigns/conference-center/donate";

let numbers = 0;
/** A new number for each donation, because each phone has a limit of payment requests. One worker runs many files. */
export const newNumber = () => {
  const [, start, end] = /^(...)(...)$/.exec(String(100_000 + (numbers += 1))) ?? [];
  return `0712 ${start} ${end}`;
};

export const anonymous = () => ({ amount: "5000", who: "anonymous", method: "push", phone: newNumber() });
export const named = () => ({
  ...anonymous(),
  who: "named",
  name: "Asha Juma",
  email: "asha@example.org",
});

export const orderOf = (address: string) =>
  new URL(address, "http://fund.example").searchParams.get("order_id") ?? "";
