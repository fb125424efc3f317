import { atom, computed, onMount } from 'nanostores';
import type { ChatMeter } from '#contract/chat/events.ts';
import { fixedPrices, unitPart } from '#contract/chat/prices.ts';
import { HEARD_MS, MINUTE_MS, unitMsOf } from '#contract/chat/units.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { $wallet } from '../wallet/store.ts';

/** Amounts in credits. */
export interface Meter {
  /** Per minute. */
  readonly price: number;
  /** Seconds of the unit that is paid. */
  readonly unitSeconds: number;
  readonly spent: number;
  /** ms of paid media, as counted by the server at the last reading. */
  readonly paidMs: number;
  /** ms of media left of the running unit at the last reading; null while none runs. */
  readonly leftMs: number | null;
  /** ms since the epoch: time of the last reading, or when the picture resumed after it. */
  readonly readAt: number;
  /** ms since the epoch at which the picture stopped; null while it moves. */
  readonly stoodAt: number | null;
  /** `paidMs` as last shown: the clock does not run back when the server has counted less. */
  readonly shownMs: number;
  /** ms since the epoch of the first frame and of the end; null before. */
  readonly from: number | null;
  readonly until: number | null;
}

const nothing: Meter = {
  price: 0,
  unitSeconds: fixedPrices.unitSeconds,
  spent: 0,
  paidMs: 0,
  leftMs: null,
  readAt: 0,
  stoodAt: null,
  shownMs: 0,
  from: null,
  until: null,
};

export const $meter = atom<Meter>(nothing);

/** Ticks once a second while it has listeners. */
export const $now = atom(0);
onMount($now, () => {
  const tick = () => $now.set(steadyNow());
  tick();
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
});

/** Whole seconds since the first frame; stays after the end. */
export const $watchedSeconds = computed([$meter, $now], ({ from, until }, now) =>
  from === null ? 0 : Math.max(0, Math.floor(((until ?? now) - from) / 1000)),
);

/**
 * ms the running unit has run since the reading: only with a picture, and at most the time without keep-alives
 * that the server still counts.
 */
function ranSince({ from, leftMs, readAt, stoodAt }: Meter, now: number): number {
  if (from === null || leftMs === null) return 0;
  return Math.max(0, Math.min((stoodAt ?? now) - readAt, leftMs, HEARD_MS));
}

const paidAt = (meter: Meter, now: number): number =>
  Math.max(meter.shownMs, meter.paidMs + ranSince(meter, now));

/** ms left of the running unit; 0 while none runs. */
export function leftAt(now: number): number {
  const meter = $meter.get();
  return (meter.leftMs ?? 0) - ranSince(meter, now);
}

/** Whole seconds left of the running unit; 0 while none runs. */
export const $leftSeconds = computed([$meter, $now], (_, now) => Math.floor(leftAt(now) / 1000));

/** The clock beside the price, in whole seconds: paid time, in free chat watched time. */
export const $clockSeconds = computed([$meter, $now, $watchedSeconds], (meter, now, watched) =>
  meter.price === 0 ? watched : Math.floor(paidAt(meter, now) / 1000),
);

type Reading = Pick<ChatMeter, 'price' | 'unitSeconds' | 'spent' | 'paidMs' | 'leftMs'>;

export function startMeter({
  price,
  unitSeconds = fixedPrices.unitSeconds,
  spent,
  paidMs,
  leftMs,
}: Reading): void {
  $meter.set({ ...nothing, price, unitSeconds, spent, paidMs, leftMs, shownMs: paidMs, readAt: steadyNow() });
}

export function readMeter({ price, spent, paidMs, leftMs }: Reading): void {
  const now = steadyNow();
  const meter = $meter.get();
  const stoodAt = meter.stoodAt && now;
  // A show has a clock of its own, which begins at zero; its price may be the chat's.
  const isNewClock = paidMs < meter.paidMs && (price !== meter.price || meter.paidMs - paidMs > HEARD_MS);
  const shownMs = isNewClock ? paidMs : paidAt(meter, now);
  $meter.set({ ...meter, price, spent, paidMs, leftMs, shownMs, readAt: now, stoodAt });
}

/** Sets whether the picture moves: nothing is charged while it does not. */
export function moveMeter(isMoving: boolean): void {
  const now = steadyNow();
  const meter = $meter.get();
  if (isMoving === (meter.stoodAt === null)) return;
  $meter.set({
    ...meter,
    ...(isMoving && { shownMs: paidAt(meter, now), readAt: now }),
    stoodAt: isMoving ? null : now,
  });
}

/** Whether the balance pays for no more than a minute: the rest of the running unit, and the whole ones after it. */
export const $isLastMinute = computed(
  [$meter, $wallet],
  ({ price, unitSeconds, leftMs }, { credits }) =>
    price > 0 &&
    leftMs !== null &&
    credits !== null &&
    leftMs + paidBy(credits, price, unitSeconds) <= MINUTE_MS,
);

/** ms of whole units that credits pay for. */
const paidBy = (credits: number, price: number, unitSeconds: number): number =>
  Math.floor(credits / unitPart(price, unitSeconds)) * unitMsOf(unitSeconds);

/** Returns true for the first picture. */
export function seeFirstPicture(at: number): boolean {
  const meter = $meter.get();
  if (meter.from !== null) return false;
  $meter.set({ ...meter, from: at, readAt: steadyNow() });
  return true;
}

export function stopMeter(at: number): void {
  moveMeter(false);
  const meter = $meter.get();
  if (meter.from !== null && meter.until === null) $meter.set({ ...meter, until: at });
}
