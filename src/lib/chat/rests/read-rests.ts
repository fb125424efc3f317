import type { Rest } from '#contract/chat/receipt.ts';
import { readRests } from '#contract/chat/receipt-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

/** Rests for the page; empty for guests, and when they cannot be read. */
export async function restsOf(
  performer: string,
  { member }: { member: unknown },
  options: CallOptions,
): Promise<readonly Rest[]> {
  if (!member) return [];
  const answer = await call(readRests, { performer }, options).catch(() => null);
  return answer?.rests ?? [];
}
