import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { stopMails as call } from '#contract/member/notices/notice-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { favourites } from '../favourites/tables.ts';
import { members } from '../tables.ts';
import { readStopKey } from './stop-key.ts';

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
