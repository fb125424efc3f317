import { and, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { stopMails as call } from '#contract/member/notices/notice-calls.ts';
import { type StoppableMail, stoppableMails } from '#contract/member/settings/settings-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { readToken, signToken } from '#server/identity/tokens.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { Mail } from '#server/ports/gateways.ts';
import { isCoolingOff } from '#server/wallet/limits/reads.ts';
import { deliverMail, skipMail } from '../mail/deliver-mail.ts';
import { favourites, members } from '../tables.ts';
import { isReachable, takesMail } from './reads.ts';

/**
 * Needs no login: the key identifies the member. Does nothing for an erased account. Throws `badRequest.link.expired`.
 */
export async function stopMails(deps: Deps, _: Caller, { key }: ParsedInput<typeof call>): Promise<true> {
  const stop = await readStopKey(deps, key);
  if (!stop) throw new AppError('badRequest.link.expired');
  if (stop.kind === 'live') {
    await deps.db.update(favourites).set({ liveMail: false }).where(eq(favourites.memberId, stop.memberId));
    return true;
  }
  await deps.db
    .update(members)
    .set({ mailChoices: sql`${members.mailChoices} || ${JSON.stringify({ [stop.kind]: false })}::jsonb` })
    .where(and(eq(members.id, stop.memberId), isNull(members.deletedAt)));
  return true;
}

/** Sends a mail of the outbox, unless it is optional and its member does not want it any more. */
export async function deliverWanted(deps: Deps, mail: Mail): Promise<void> {
  const { to, stop } = mail;
  if (stop === undefined || (await isStillWanted(deps, { to, stop }))) await deliverMail(deps, mail);
  else await skipMail(deps, mail);
}

/** Whether the member of a stop link still wants its mail at this address. True if the link cannot be read. */
async function isStillWanted(deps: Deps, { to, stop: link }: { to: string; stop: string }): Promise<boolean> {
  const { config, db, now } = deps;
  const stop = await readStopKey({ config, now }, URL.parse(link)?.searchParams.get('key') ?? '');
  if (!stop) return true;
  const { memberId, kind } = stop;
  const [member] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.id, memberId),
        eq(members.emailFolded, foldEmail(to)),
        isReachable,
        kind === 'live' ? isNotNull(members.verifiedAt) : takesMail(kind),
        notExists(isCoolingOff(db, memberId, now())),
      ),
    );
  return member !== undefined;
}

/** Seconds for which the stop link of a mail is valid: mails are kept for a long time. */
const STOP_SECONDS = 2 * 365 * 24 * 3600;

const schema = z.object({ sub: z.string().regex(/^\d+$/), kind: z.enum(stoppableMails) });

interface Stop {
  memberId: number;
  kind: StoppableMail;
}

/** The key for a mail's stop link: it stops this kind of mail and allows nothing else. */
export const stopKey = ({ config, now }: Pick<Deps, 'config' | 'now'>, { memberId, kind }: Stop): string =>
  signToken(config.secret, 'mail-stop', { sub: String(memberId), kind }, { now: now(), ttl: STOP_SECONDS });

/** Null if the key is not ours or has expired. */
async function readStopKey({ config, now }: Pick<Deps, 'config' | 'now'>, key: string): Promise<Stop | null> {
  const read = await readToken(config.secret, key, { audience: 'mail-stop', schema, now: now() });
  return read && { memberId: Number(read.sub), kind: read.kind };
}
