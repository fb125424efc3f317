import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { refuseStale, versionOf } from '#contract/form-version.ts';
import type { readAway as readCall, saveAway as saveCall } from '#contract/studio/away-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { roomWords } from '#server/chat/room/room-settings.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { openPicture, openPictures } from '#server/media/reads.ts';
import { type StoredAway, storeAway, storedAway } from '#server/performers/away/away.ts';
import { announceAway } from '#server/performers/profile/store-status.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

/** Most pictures that she can choose from. */
const PICTURES_MAX = 60;

const nothing: StoredAway = { text: '', picture: null };

const awayVersion = ({ text, picture }: StoredAway): string => versionOf([text, picture]);

export async function readAway(deps: Deps, caller: Caller): Promise<OutputOf<typeof readCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const { text, picture } = (await storedAway(deps.db, performerId)) ?? nothing;
  return {
    text,
    picture,
    pictures: await openPictures(deps, { performerId, first: picture, limit: PICTURES_MAX }),
    version: awayVersion({ text, picture }),
  };
}

/**
 * Tells everyone at once if the caller is in pause. Throws `badRequest.profile.words` for contact details, links and
 * forbidden words, `badRequest.notFound` for a picture that is not hers, not shown or explicit, and
 * `badRequest.form.changed`.
 */
export async function saveAway(
  deps: Deps,
  caller: Caller,
  { text, picture: chosen, version: seen }: ParsedInput<typeof saveCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  // Never masked: it is read by many, and its writer can correct it at once.
  if (!isClean(deps, text, await roomWords(deps, performerId)))
    throw new AppError('badRequest.profile.words', { fields: ['text'] });
  const picture = text === '' ? null : chosen;
  await deps.db.transaction(async (tx) => {
    // Orders simultaneous changes, and those of her status.
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    const stored = awayVersion((await storedAway(tx, performerId)) ?? nothing);
    refuseStale({ seen, stored, sent: awayVersion({ text, picture }) });
    if (picture !== null && !(await openPicture({ ...deps, db: tx }, { performerId, item: picture })))
      throw new AppError('badRequest.notFound');
    await storeAway(tx, { performerId, text, picture });
    await announceAway(deps, tx, performerId);
    const act = 'performer.away-set';
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: deps.now() });
    tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
  });
  return true;
}
