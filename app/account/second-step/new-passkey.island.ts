import { workPasskeyButton } from "./offer-passkey.ts";
import type { NewPasskeyProps } from "./passkey-button.tsx";

/** A separate island, because the sign-in page must stay small. */
export function wake(place: HTMLElement): void {
  workPasskeyButton(place, create);
  if (place.querySelector<HTMLElement>(".passkey")?.hidden)
    document.querySelector("[data-without-passkeys]")?.removeAttribute("hidden");
}

async function create({ options }: NewPasskeyProps): Promise<null> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options));
  const credential = await navigator.credentials.create({ publicKey });
  const field = document.querySelector<HTMLInputElement>("input[name=credential]");
  if (field) field.value = JSON.stringify(credential);
  field?.form?.submit();
  return null;
}
