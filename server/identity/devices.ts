import { createHmac } from 'node:crypto';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Deps } from '#server/ports/deps.ts';
import type { LimitName } from '#server/ports/limits.ts';
import type { Caller } from './caller.ts';
import { networkOf } from './client.ts';
import { keyOfOwner, type SessionOwner } from './sessions.ts';
import { loginUndos } from './tables.ts';
import { readToken, signToken } from './tokens.ts';

/** Seconds for which a browser stays known to an account after a login. */
export const DEVICE_SECONDS = 365 * 24 * 3600;

/** Accounts per browser; the one with the oldest login is forgotten first. */
const ACCOUNTS_MAX = 4;

/** `account` is a keyed hash; `id` is random, new with each login, and counts attempts from this browser. */
const claimsSchema = z.object({
  known: z.array(z.object({ account: z.string(), id: z.string() })).max(ACCOUNTS_MAX),
});
type Known = z.output<typeof claimsSchema>['known'];

type DeviceDeps = Pick<Deps, 'config' | 'db' | 'now'>;

/**
 * Keyed hash: without the secret it does not reveal the account. An undo of a performer's login changes it. The query
 * runs for every account, so that timing reveals nothing.
 */
async function accountHash(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  owner: SessionOwner,
): Promise<string> {
  const performerId = owner.kind === 'performer' ? owner.performerId : 0;
  const [undo] = await db
    .select({ at: loginUndos.usedAt })
    .from(loginUndos)
    .where(and(eq(loginUndos.performerId, performerId), isNotNull(loginUndos.usedAt)))
    .orderBy(desc(loginUndos.usedAt))
    .limit(1);
  const since = undo?.at ? `\n${undo.at.toISOString()}` : '';
  return createHmac('sha256', config.secret)
    .update(`device\n${keyOfOwner(owner)}${since}`)
    .digest('base64url');
}

async function readKnown(deps: Pick<Deps, 'config' | 'now'>, cookie: string | undefined): Promise<Known> {
  if (!cookie) return [];
  const read = { audience: 'device', schema: claimsSchema, now: deps.now() } as const;
  return (await readToken(deps.config.secret, cookie, read))?.known ?? [];
}

/** The id of the browser for this account; null if it is not known to it. */
export async function knownDevice(
  deps: DeviceDeps,
  cookie: string | undefined,
  owner: SessionOwner,
): Promise<string | null> {
  const known = await readKnown(deps, cookie);
  if (known.length === 0) return null;
  const hash = await accountHash(deps, owner);
  return known.find(({ account }) => account === hash)?.id ?? null;
}

/** The new value of the cookie after a login to this account. */
export async function deviceToken(
  deps: DeviceDeps & Pick<Deps, 'newId'>,
  cookie: string | undefined,
  owner: SessionOwner,
): Promise<string> {
  const account = await accountHash(deps, owner);
  const others = (await readKnown(deps, cookie)).filter((one) => one.account !== account);
  const known = [{ account, id: deps.newId() }, ...others].slice(0, ACCOUNTS_MAX);
  return signToken(deps.config.secret, 'device', { known }, { now: deps.now(), ttl: DEVICE_SECONDS });
}

/** The cookie is also read for a missing account, so that timing reveals nothing. */
const nobody: SessionOwner = { kind: 'member', memberId: 0 };

interface Attempt {
  /** The folded input: a missing account is counted like an existing one. */
  readonly account: string;
  /** Null if the account is missing. */
  readonly owner: SessionOwner | null;
}

/**
 * Counts a login attempt: per known browser, which strangers cannot use up, else by account and network and by
 * account. Throws `badRequest.tooMany`. Returns a function that clears the counts.
 */
export async function countAttempt(
  deps: DeviceDeps & Pick<Deps, 'limits'>,
  { request }: Caller,
  { account, owner }: Attempt,
): Promise<() => Promise<void>> {
  const device = await knownDevice(deps, request.device, owner ?? nobody);
  const counts: readonly (readonly [LimitName, string])[] = device
    ? [['login-account', `device ${device}`]]
    : [
        ['login-account', `${networkOf(request.clientIp)} ${account}`],
        ['login-account-wide', account],
      ];
  for (const [name, key] of counts) await deps.limits.take(name, key);
  return async () => {
    for (const [name, key] of counts) await deps.limits.clear(name, key);
  };
}
