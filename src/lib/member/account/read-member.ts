import type { AstroCookies } from 'astro';
import { sessionCookies } from '#contract/cookies.ts';
import { type Member, readBasicInfo } from '#contract/member/account-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

/**
 * The member a page is rendered for. A guest costs no call, and an ended session or an API that does not
 * answer makes a guest: the texts of the site can be read all the same.
 */
export async function readMember(
  cookies: Pick<AstroCookies, 'has'>,
  options: CallOptions,
): Promise<Member | null> {
  if (!sessionCookies.some((name) => cookies.has(name))) return null;
  return call(readBasicInfo, {}, options).catch(() => null);
}
