import { sealWith } from "#storage/secret-key.ts";

const key = Buffer.alloc(32, "the key of sites under test");

/** As SECRET_KEY of every site that tests start. */
export const secretKey = key.toString("base64");

/** Opens secrets that a site under test has sealed. */
export const seal = sealWith([key]);
