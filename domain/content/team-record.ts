import { z } from "zod";
import { picture } from "./records.ts";
import { writtenOrNot } from "./translated-text.ts";

const nameAndRole = "Name and role are required";

export const memberRecord = z.strictObject({
  name: z.string().trim().min(1, nameAndRole).max(120),
  role: writtenOrNot(160).refine(({ en }) => en !== "", { path: ["en"], message: nameAndRole }),
  bio: writtenOrNot(2_000),
  picture,
});
