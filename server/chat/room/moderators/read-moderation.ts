import { and, desc, eq } from 'drizzle-orm';
import type { readModeration as call } from '#contract/chat/room/moderator-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOwnSession } from '../../session/chat-auth.ts';
import { isOfRoom, standsAt, toSanction } from '../sanctions/reads.ts';
import { sanctions } from '../tables.ts';
import { requireModerator } from './require-moderator.ts';

/** Throws what `readOwnSession` throws, and `badRequest.moderator.ended`. */
export async function readModeration(
  deps: Deps,
  caller: Caller,
  { auth }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { member, session } = await readOwnSession(deps, caller, auth);
  const { performerId, sender } = session;
  const { memberId } = member;
  const at = deps.now();
  const { until } = await requireModerator(deps.db, { performerId, memberId, at });
  const rows = await deps.db
    .select()
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), eq(sanctions.byMemberId, memberId), standsAt(at)))
    .orderBy(desc(sanctions.id));
  return {
    until: until.toISOString(),
    sanctions: rows.filter(isOfRoom).map((row) => toSanction(row, sender)),
  };
}
