import type { AstroCookies } from 'astro';
import { sessionCookies } from '#contract/cookies.ts';
import { type Member, readBasicInfo } from '#contract/member/account/account-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

/**
 * The member a page is rendered for; null for a guest, an ended session, or an unreachable API, so that texts stay
 * readable.
 */
export async function readMember(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<Member | null> {
  if (!sessionCookies.some((name) => cookies.has(name))) return null;
  return call(readBasicInfo, {}, options).catch(() => null);
}
