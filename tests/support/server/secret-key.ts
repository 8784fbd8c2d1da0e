import { sealWith } from "#storage/secret-key.ts";

const key = Buffer.alloc(32, "the key of sites under test");

/** As SECRET_KEY of every site that tests start. */
export const secretKey = key.toString("base64");

/** What a site under test has sealed, this opens. */
export const seal = sealWith([key]);
