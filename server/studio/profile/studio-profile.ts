import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locales.ts';
import type {
  readStudioProfile as readStudioProfileCall,
  saveStudioProfile as saveStudioProfileCall,
} from '#contract/studio/profile-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { type PlacesForm, storePlaces } from '#server/performers/profile/hidden-places.ts';
import { ownFields, ownTexts, storeProfile } from '#server/performers/profile/own-profile.ts';
import { startsOf } from '#server/performers/schedule/starts.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

export async function readStudioProfile(
  deps: Deps,
  caller: Caller,
): Promise<OutputOf<typeof readStudioProfileCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const { username, dateOfBirth, gender, nonude, hiddenIn } = performer;
  const starts = await startsOf(deps.db, performerId, deps.now());
  return {
    username,
    dateOfBirth,
    gender,
    nonude,
    hiddenIn,
    fields: ownFields(performer),
    texts: ownTexts(performer),
    starts: starts.map((at) => at.toISOString()),
  };
}

/**
 * Throws `badRequest.profile.words` with the fields that have contact details, links or forbidden words, and
 * `badRequest.form.changed` with those that were stored since she read them.
 */
export async function saveStudioProfile(
  deps: Deps,
  caller: Caller,
  { fields, texts, seen, textsIn = defaultLocale }: ParsedInput<typeof saveStudioProfileCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  // Never masked: a profile is read for long, and its writer can correct it at once.
  const unclean = Object.entries({ city: fields.city, ...texts })
    .filter(([, text]) => typeof text === 'string' && !isClean(deps, text))
    .map(([name]) => name);
  if (unclean.length > 0) throw new AppError('badRequest.profile.words', { fields: unclean });
  await deps.db.transaction(async (tx) => {
    const stored = await storeProfile(tx, performerId, { fields, texts, textsIn, seen });
    if (stored === null) throw new AppError('badRequest.unauthorized');
    if (!stored) return;
    const act = 'performer.profile-changed';
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: deps.now() });
    tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
  });
  return true;
}

/** Replaces the places that do not see the caller. */
export async function setHiddenPlaces(
  deps: Deps,
  caller: Caller,
  { places, version }: PlacesForm,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  await deps.db.transaction(async (tx) => {
    if (!(await storePlaces(deps, tx, { performerId, places, version }))) return;
    const subject = `performer:${performerId}`;
    await recordAct(tx, caller, { act: 'performer.places-set', subject, at: deps.now() });
  });
  return true;
}
