import { expect, test } from "vitest";
import { withoutSecrets } from "./provider-message.ts";

test("what opens a door is not shown, and the evidence is word for word", () => {
  const callback = `{"utilityref":"abc","password":"hu\\"sh","amount":"60000","clientId":"7f","additionalProperties":{"access_token":12345},"message":"wrong PIN"}`;
  const shown = withoutSecrets(callback);
  expect(shown).toBe(
    `{"utilityref":"abc","password":"(not shown)","amount":"60000","clientId":"(not shown)","additionalProperties":{"access_token":"(not shown)"},"message":"wrong PIN"}`,
  );
  expect(withoutSecrets("200 status=ok&pin=1234&secret_key=x&amount=5")).toBe(
    "200 status=ok&pin=(not shown)&secret_key=(not shown)&amount=5",
  );
});

test("a message without secrets stays as it is, whatever it is made of", () => {
  for (const message of ["", "pin", '{"spinning": 1, "pinned": "yes"}', "<xml>token</xml>", '{"a":'])
    expect(withoutSecrets(message)).toBe(message);
  expect(withoutSecrets(`"password"${" ".repeat(50_000)}`).length).toBe(50_010);
});
