import type { AstroCookies } from 'astro';
import { studioCookies } from '#contract/cookies.ts';
import { labelOf } from '#contract/errors.ts';
import { readStudioAccount, type StudioAccount } from '#contract/studio/account-calls.ts';
import { type CallOptions, call } from '../api/call.ts';

/** The performer a studio page is rendered for; null without a login. Throws if the API is unreachable. */
export async function readPerformer(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<StudioAccount | null> {
  if (!studioCookies.some((name) => cookies.has(name))) return null;
  return call(readStudioAccount, {}, options).catch((error: unknown) => {
    if (labelOf(error) === 'badRequest.unauthorized') return null;
    throw error;
  });
}
