import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  CODE_DIGITS,
  CODE_MS,
  type openDialIn as call,
  type readCall as readCallCall,
  type readDialIn as readDialInCall,
  type verifyDialIn as verifyDialInCall,
} from '#contract/wallet/dial-in-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { guestKeyOf } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';
import { ownSession, requireIvr, sessionOf, statusOf, toDialIn } from './reads.ts';
import { type DialInRow, dialIns } from './tables.ts';
import { dialInMachine, expireDialIns } from './transitions.ts';

/** Number of random codes tried before `badRequest.tooMany`: by then most codes are in use. */
const DRAWS = 40;

/**
 * Returns a code for this browser: the same one while it is valid, and no other one while its call runs. Throws
 * `badRequest.forbidden` for members, who pay with credits.
 */
export async function openDialIn(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireIvr(deps);
  if (caller.kind !== 'guest' && caller.kind !== 'dial-in-guest') throw new AppError('badRequest.forbidden');
  const guestKey = guestKeyOf(caller.guestId);
  await expireDialIns(deps, guestKey);
  const own = await sessionOf(deps, caller);
  if (own && (own.dialIn.state === 'PENDING' || own.dialIn.state === 'IN_CALL')) return toDialIn(deps, own);
  const dialIn = await draw(deps, guestKey);
  deps.events.record('dial-in.opened', { session: dialIn.id });
  return toDialIn(deps, { dialIn, call: null });
}

/** Two simultaneous requests get one session: the second finds the first one's. */
async function draw({ db, now, newId }: Deps, guestKey: string): Promise<DialInRow> {
  const openedAt = now();
  for (let count = 0; count < DRAWS; count += 1) {
    const [row] = await db
      .insert(dialIns)
      .values({
        id: newId(),
        guestKey,
        state: dialInMachine.first,
        code: String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0'),
        openedAt,
        expiresAt: new Date(openedAt.getTime() + CODE_MS),
      })
      .onConflictDoNothing()
      .returning();
    const open = row ?? (await findOpen(db, guestKey));
    if (open) return open;
  }
  throw new AppError('badRequest.tooMany');
}

async function findOpen(db: Deps['db'], guestKey: string): Promise<DialInRow | undefined> {
  const isOpen = and(eq(dialIns.guestKey, guestKey), inArray(dialIns.state, ['PENDING', 'IN_CALL']));
  const [row] = await db.select().from(dialIns).where(isOpen);
  return row;
}

export async function readDialIn(deps: Deps, caller: Caller): Promise<OutputOf<typeof readDialInCall>> {
  requireIvr(deps);
  const session = await sessionOf(deps, caller);
  return { tariff: deps.config.phone.tariff, session: session && toDialIn(deps, session) };
}

export async function readCall(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof readCallCall>,
): Promise<OutputOf<typeof readCallCall>> {
  return statusOf(await ownSession(deps, caller, session), deps.now());
}

export async function verifyDialIn(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof verifyDialInCall>,
): Promise<OutputOf<typeof verifyDialInCall>> {
  const { dialIn } = await ownSession(deps, caller, session);
  return { verified: dialIn.state === 'IN_CALL', nickname: dialIn.nickname };
}
