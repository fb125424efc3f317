import { and, desc, eq } from 'drizzle-orm';
import type { listSanctions as call } from '#contract/chat/room/sanction-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isOfRoom, standsAt, toSanction } from './reads.ts';
import { sanctions } from './tables.ts';

/** Valid sanctions, newest first. */
export async function listSanctions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const rows = await deps.db
    .select()
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), standsAt(deps.now())))
    .orderBy(desc(sanctions.id));
  const shown = rows.filter(isOfRoom);
  const moderators = shown.map(({ byMemberId }) => byMemberId).filter((id) => id !== null);
  const names = await memberNames(deps, moderators);
  return { sanctions: shown.map((row) => toSanction(row, names.get(row.byMemberId ?? 0) ?? null)) };
}
