import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale } from '#contract/locales.ts';
import type { saveStudioProfile as call } from '#contract/studio/profile-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { storeProfile } from '#server/performers/profile/own-profile.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isClean } from '#server/safety/words/clean-text.ts';

/** Throws `badRequest.profile.words` with the fields that have contact details, links or forbidden words. */
export async function saveStudioProfile(
  deps: Deps,
  caller: Caller,
  { fields, texts, textsIn = defaultLocale }: ParsedInput<typeof call>,
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
    const stored = await storeProfile(tx, performerId, { fields, texts, textsIn });
    if (stored === null) throw new AppError('badRequest.unauthorized');
    if (!stored) return;
    const act = 'performer.profile-changed';
    await recordAct(tx, caller, { act, subject: `performer:${performerId}`, at: deps.now() });
    tx.afterCommit(() => deps.events.record(act, { performer: performerId }));
  });
  return true;
}
