import { and, desc, eq } from 'drizzle-orm';
import type { listSanctions as call, Sanction } from '#contract/chat/sanction-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { standsAt, toSanction } from './reads.ts';
import { sanctions } from './tables.ts';

export async function listSanctions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  return { sanctions: await sanctionsOf(deps, performerId) };
}

/** Valid sanctions, newest first. */
async function sanctionsOf(deps: Pick<Deps, 'db' | 'now'>, performerId: number): Promise<Sanction[]> {
  const rows = await deps.db
    .select()
    .from(sanctions)
    .where(and(eq(sanctions.performerId, performerId), standsAt(deps.now())))
    .orderBy(desc(sanctions.id));
  return rows.map(toSanction);
}
