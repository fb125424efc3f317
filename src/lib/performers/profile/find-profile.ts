import { labelOf } from '#contract/errors.ts';
import { type Profile, readProfile } from '#contract/performers/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

/** Names a link carries where the performer was not known when it was made. */
const placeholders: ReadonlySet<string> = new Set(['', 'undefined', 'null', ':model']);

/**
 * The profile behind a username, or null where there is none to show.
 * @throws AppError when the API is away: that is no reason to call a performer unknown.
 */
export async function findProfile(
  username: string | undefined,
  options: CallOptions,
): Promise<Profile | null> {
  if (username === undefined || placeholders.has(username)) return null;
  try {
    return await call(readProfile, { username }, options);
  } catch (error) {
    const label = labelOf(error);
    if (label === 'badRequest.performer.notExists' || label === 'badRequest.invalid.input') return null;
    throw error;
  }
}
