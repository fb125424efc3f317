import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { refuseStale, versionOf } from '#contract/form-version.ts';
import type { readBeside as readCall, saveBeside as saveCall } from '#contract/studio/beside-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import { type PersonRow, peopleBeside, storeInPicture } from '#server/performers/records/people.ts';
import type { Deps } from '#server/ports/deps.ts';

const besideVersion = (people: readonly number[]): string =>
  versionOf(people.toSorted((one, two) => one - two));
const chosenIn = (rows: readonly PersonRow[]): number[] =>
  rows.filter(({ inPicture }) => inPicture).map(({ id }) => id);

export async function readBeside(deps: Deps, caller: Caller): Promise<OutputOf<typeof readCall>> {
  requireFeature(deps, 'studio');
  const rows = await peopleBeside(deps.db, requirePerformer(caller).performerId);
  return {
    people: rows.map(({ id, label, approvedAt, inPicture }) => ({
      person: id,
      label,
      isApproved: approvedAt !== null,
      inPicture,
    })),
    version: besideVersion(chosenIn(rows)),
  };
}

/** Throws `badRequest.notFound` for somebody who is not recorded beside her or not approved, and `badRequest.form.changed`. */
export async function saveBeside(
  deps: Deps,
  caller: Caller,
  { people, version: seen }: ParsedInput<typeof saveCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.db.transaction(async (tx) => {
    // Orders changes of her status, which begin and end streams.
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    const rows = await peopleBeside(tx, performerId);
    refuseStale({ seen, stored: besideVersion(chosenIn(rows)), sent: besideVersion(people) });
    const isApproved = (person: number) =>
      rows.some(({ id, approvedAt }) => id === person && approvedAt !== null);
    if (!people.every(isApproved)) throw new AppError('badRequest.notFound');
    await storeInPicture(tx, performerId, people);
    const subject = `performer:${performerId}`;
    await recordAct(tx, caller, { act: 'identity.in-picture-set', subject, at: deps.now() });
  });
  return true;
}
