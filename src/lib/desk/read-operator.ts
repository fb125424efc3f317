import type { AstroCookies } from 'astro';
import { deskCookies } from '#contract/cookies.ts';
import { type DeskAccount, readDeskAccount } from '#contract/desk/account-calls.ts';
import { labelOf } from '#contract/errors.ts';
import { type CallOptions, call } from '../api/call.ts';

/** The operator a page of the desk is rendered for; null without a login. Throws if the API is unreachable. */
export async function readOperator(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<DeskAccount | null> {
  if (!deskCookies.some((name) => cookies.has(name))) return null;
  return call(readDeskAccount, {}, options).catch((error: unknown) => {
    if (labelOf(error) === 'badRequest.unauthorized') return null;
    throw error;
  });
}
