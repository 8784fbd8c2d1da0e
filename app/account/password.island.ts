import { showPasswords } from "./show-password.ts";

export const wake = showPasswords;
