import { eq } from 'drizzle-orm';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endSanction } from './end-sanction.ts';
import { sanctions } from './tables.ts';

/** Lifts a sanction of the caller's own room. Throws `badRequest.notFound`, also if it was already lifted. */
export async function liftSanction(
  deps: Deps,
  caller: Caller,
  { sanction }: { sanction: number },
): Promise<true> {
  const performer = requirePerformer(caller);
  const which = eq(sanctions.performerId, performer.performerId);
  await endSanction(deps, performer, { sanction, which });
  return true;
}
