import { labelOf } from '#contract/errors.ts';
import { type Profile, readProfile } from '#contract/performers/profile-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

/** Placeholders in links whose performer was unknown. */
const placeholders: ReadonlySet<string> = new Set(['', 'undefined', 'null', ':model']);

/** Null for an unknown performer. Throws AppError if the API is unreachable. */
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
