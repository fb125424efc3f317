import { atom, computed } from 'nanostores';
import { KEPT_MINUTES, MINUTE_MS, restAfter } from '#contract/chat/minutes.ts';
import type { Rest } from '#contract/chat/receipt.ts';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { $now, leftAt } from '../session/meter.ts';

/** What is left of a minute of the viewer, and can be used by joining again. */
export interface KeptRest {
  readonly mode: Rest['mode'];
  /** ms of media. */
  readonly leftMs: number;
  /** ms since the epoch, by this page's clock. */
  readonly until: number;
}

/** With the performer of this page. */
const $rests = atom<readonly KeptRest[]>([]);

const restOf = (mode: Rest['mode']) =>
  computed(
    [$rests, $now],
    (rests, now) => rests.find((rest) => rest.mode === mode && rest.until > now) ?? null,
  );

export const $chatRest = restOf('chat');
export const $vipRest = restOf('vip');

export const keptUntil = ({ mode, leftMs, keptMs }: Rest): KeptRest => ({
  ...{ mode, leftMs },
  until: Date.now() + keptMs,
});

/** As the server says. */
export function keepRests(rests: readonly Rest[]): void {
  $rests.set(rests.map(keptUntil));
}

/** It runs on in the chat that has begun. */
export function takeUpRest(type: ChatType): void {
  $rests.set($rests.get().filter(({ mode }) => mode !== type));
}

/** Ends with nothing left, or after which what is left runs on elsewhere. */
const usedUp: ReadonlySet<EndReason> = new Set(['no_credits', 'duplicate_session']);

/** What the page knows of the minute that ran until this end; the server's receipt says it exactly. */
export function leaveRest(type: ChatType, reason: EndReason): void {
  takeUpRest(type);
  const leftMs = leftAt(Date.now());
  if (type === 'free' || leftMs <= 0 || restAfter[reason] === 'returned' || usedUp.has(reason)) return;
  $rests.set([...$rests.get(), keptUntil({ mode: type, leftMs, keptMs: KEPT_MINUTES * MINUTE_MS })]);
}

export const secondsOf = ({ leftMs }: KeptRest): number => Math.floor(leftMs / 1000);
