import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters OWASP recommends for 19 MiB of memory. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/** An account that does not exist costs the same work as one that does. */
export async function checkPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(storedHash ?? (await decoy), password).catch(() => false);
  return storedHash != null && matches;
}
