import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type {
  subscribeBrowser as subscribeBrowserCall,
  unsubscribeBrowser as unsubscribeBrowserCall,
} from '#contract/member/notices/notice-calls.ts';
import { keepBrowser, removeBrowser } from '#server/identity/browsers/browsers.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';

export async function subscribeBrowser(
  deps: Deps,
  caller: Caller,
  { messages, ...browser }: ParsedInput<typeof subscribeBrowserCall>,
): Promise<true> {
  const member = requireMember(caller);
  await keepBrowser(deps, member, {
    browser,
    messages,
    hold: (tx) =>
      tx.select({ id: members.id }).from(members).where(eq(members.id, member.memberId)).for('no key update'),
  });
  return true;
}

export async function unsubscribeBrowser(
  deps: Deps,
  caller: Caller,
  { endpoint }: ParsedInput<typeof unsubscribeBrowserCall>,
): Promise<true> {
  await removeBrowser(deps, requireMember(caller), endpoint);
  return true;
}

/** Null without VAPID keys. */
export async function readNoticeKey({ webPush }: Deps, caller: Caller): Promise<{ key: string | null }> {
  requireMember(caller);
  return { key: webPush?.publicKey ?? null };
}
