import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Null without VAPID keys, or without a feature that sends notices. */
export async function readNoticeKey(
  { webPush, brand: { hasFeature } }: Deps,
  caller: Caller,
): Promise<{ key: string | null }> {
  requireMember(caller);
  return { key: hasFeature('messenger') ? (webPush?.publicKey ?? null) : null };
}
