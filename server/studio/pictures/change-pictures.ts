import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { AuditedAct } from '#server/events.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

interface Done<Result> {
  readonly result: Result;
  /** Null if nothing changed. */
  readonly subject: string | null;
}

/**
 * A change of the caller's albums, pictures or films, with its audit row unless it changed nothing. Changes of one
 * performer run one after the other.
 */
export async function changePictures<Result>(
  deps: Deps,
  caller: Caller,
  { act, change }: { act: AuditedAct; change: (tx: Tx, performerId: number) => Promise<Done<Result>> },
): Promise<Result> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  return deps.db.transaction(async (tx) => {
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    const { result, subject } = await change(tx, performerId);
    if (subject !== null) {
      await recordAct(tx, caller, { act, subject, at: deps.now() });
      tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
    }
    return result;
  });
}

/** Throws `badRequest.profile.words`, naming the languages with contact details, links or forbidden words. */
export function requireClean(deps: Deps, texts: Readonly<Partial<Record<string, string>>>): void {
  const unclean = Object.entries(texts).filter(([, text]) => text && !isClean(deps, text));
  if (unclean.length > 0)
    throw new AppError('badRequest.profile.words', { fields: unclean.map(([locale]) => locale) });
}

export const albumKey = (id: number): string => `album:${id}`;
export const pictureKey = (id: number): string => `picture:${id}`;

/** For results of the store: null means that it is not the caller's. */
export function requireOwn<Result>(result: Result | null): Result {
  if (result === null) throw new AppError('badRequest.notFound');
  return result;
}
