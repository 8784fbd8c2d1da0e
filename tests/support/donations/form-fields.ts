export const form = "/campaigns/conference-center/donate";

let numbers = 0;
/** A new number for each donation, because each phone has a limit of payment requests. One worker runs many files. */
export const newNumber = () => {
  numbers += 1;
  return `071${2 + Math.floor(numbers / 900)} ${100 + (numbers % 900)} 000`;
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
