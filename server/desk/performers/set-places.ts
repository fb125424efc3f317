import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { storePlaces } from '#server/performers/profile/hidden-places.ts';
import type { Deps } from '#server/ports/deps.ts';
import { holdPresent } from './hold-present.ts';

/** Replaces the places that do not see a performer. */
export async function setPlaces(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  caller: Caller,
  { performer: performerId, places }: { performer: number; places: readonly string[] },
): Promise<true> {
  const by = requireOperator(caller);
  await deps.db.transaction(async (tx) => {
    await holdPresent(tx, performerId);
    if (!(await storePlaces(deps, tx, { performerId, places }))) return;
    const subject = `performer:${performerId}`;
    await recordAct(tx, by, { act: 'performer.places-set', subject, at: deps.now() });
  });
  return true;
}
