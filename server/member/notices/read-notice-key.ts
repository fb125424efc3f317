import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Null without VAPID keys. */
export async function readNoticeKey({ webPush }: Deps, caller: Caller): Promise<{ key: string | null }> {
  requireMember(caller);
  return { key: webPush?.publicKey ?? null };
}
