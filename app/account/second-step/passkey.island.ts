export { offerPasskey as wake } from "./offer-passkey.ts";
