import { atom, computed } from 'nanostores';
import { type Rest, readRests } from '#contract/chat/receipt-calls.ts';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { KEPT_MINUTES, MINUTE_MS, restAfter } from '#contract/chat/units.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { type CallOptions, call } from '../api/call.ts';
import { $now, leftAt } from './meter.ts';

/** The rest of one of the viewer's units; joining again uses it. */
export interface KeptRest {
  readonly mode: Rest['mode'];
  /** ms of media. */
  readonly leftMs: number;
  /** ms since the epoch, by this page's clock. */
  readonly until: number;
}

/** Rests with the performer of this page. */
const $rests = atom<readonly KeptRest[]>([]);

const restOf = (mode: Rest['mode']) =>
  computed(
    [$rests, $now],
    (rests, now) => rests.find((rest) => rest.mode === mode && rest.until > now) ?? null,
  );

export const $chatRest = restOf('chat');
export const $vipRest = restOf('vip');

export const keptUntil = ({ mode, leftMs, keptMs }: Rest): KeptRest => ({
  mode,
  leftMs,
  until: steadyNow() + keptMs,
});

/** Sets the rests the server sent. */
export function keepRests(rests: readonly Rest[]): void {
  $rests.set(rests.map(keptUntil));
}

/** Removes the rest that the started chat uses. */
export function takeUpRest(type: ChatType): void {
  $rests.set($rests.get().filter(({ mode }) => mode !== type));
}

/** Ends that leave no rest, or whose rest runs on in another tab. */
const usedUp: ReadonlySet<EndReason> = new Set(['no_credits', 'duplicate_session']);

/** Estimates the rest left by this end; the server's receipt has the exact one. */
export function leaveRest(type: ChatType, reason: EndReason): void {
  takeUpRest(type);
  const leftMs = leftAt(steadyNow());
  if (type === 'free' || leftMs <= 0 || restAfter[reason] === 'returned' || usedUp.has(reason)) return;
  $rests.set([...$rests.get(), keptUntil({ mode: type, leftMs, keptMs: KEPT_MINUTES * MINUTE_MS })]);
}

export const secondsOf = ({ leftMs }: KeptRest): number => Math.floor(leftMs / 1000);

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
