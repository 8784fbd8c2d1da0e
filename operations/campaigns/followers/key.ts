import type { Seal } from "#domain/system/seal.ts";

const purpose = "follower";

export type FollowerKey = { id: bigint; email: string };

/**
 * The key of the links in an update. It is stored nowhere: the installation's key makes it and opens it. The address in it
 * must match the row, so that a restored backup, which repeats ids, opens no other person's page.
 */
export const followerKey = (seal: Seal, { id, email }: FollowerKey): string =>
  seal.seal(purpose, `${id} ${email}`);

export function openFollowerKey(seal: Seal, key: string): FollowerKey | null {
  if (key.length > 1_000) return null;
  const opened = seal.open(purpose, key);
  const [, id, email] = /^(\d{1,18}) (.+)$/.exec(opened ?? "") ?? [];
  return id === undefined || email === undefined ? null : { id: BigInt(id), email };
}
