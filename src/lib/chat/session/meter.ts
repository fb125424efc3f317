import { atom, computed, onMount } from 'nanostores';
import type { ChatMeter } from '#contract/chat/events.ts';
import { HEARD_MS } from '#contract/chat/minutes.ts';
import { $wallet } from '../../wallet/spending/store.ts';

/** Credits. */
export interface Meter {
  /** Of a minute. */
  readonly price: number;
  readonly spent: number;
  /** ms of media that minutes paid for, as the server counted them at the last reading. */
  readonly paidMs: number;
  /** ms of media that the running minute still carried then; null while none runs. */
  readonly leftMs: number | null;
  /** ms since the epoch, of that reading, or of the picture that came back since. */
  readonly readAt: number;
  /** When the picture stopped; null while it moves. */
  readonly stoodAt: number | null;
  /** `paidMs` as it was shown: the clock does not run back where the server had counted less. */
  readonly shownMs: number;
  /** ms since the epoch, of the first frame and of the end; null before. */
  readonly from: number | null;
  readonly until: number | null;
}

const nothing: Meter = {
  ...{ price: 0, spent: 0, paidMs: 0, leftMs: null, readAt: 0, stoodAt: null, shownMs: 0 },
  ...{ from: null, until: null },
};

export const $meter = atom<Meter>(nothing);

/** Ticks once a second while it has listeners. */
export const $now = atom(0);
onMount($now, () => {
  const tick = () => $now.set(Date.now());
  tick();
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
});

/** Whole seconds since the first frame; stays after the end. */
export const $watchedSeconds = computed([$meter, $now], ({ from, until }, now) =>
  from === null ? 0 : Math.max(0, Math.floor(((until ?? now) - from) / 1000)),
);

/** ms that the running minute has run since it was read: with a picture, and as far as the server counts unheard. */
function ranSince({ from, leftMs, readAt, stoodAt }: Meter, now: number): number {
  if (from === null || leftMs === null) return 0;
  return Math.max(0, Math.min((stoodAt ?? now) - readAt, leftMs, HEARD_MS));
}

const paidAt = (meter: Meter, now: number): number =>
  Math.max(meter.shownMs, meter.paidMs + ranSince(meter, now));

/** ms that are left of the running minute; 0 while none runs. */
export function leftAt(now: number): number {
  const meter = $meter.get();
  return (meter.leftMs ?? 0) - ranSince(meter, now);
}

/** The clock beside the price: whole seconds that were paid for, and in free chat those that were watched. */
export const $clockSeconds = computed([$meter, $now, $watchedSeconds], (meter, now, watched) =>
  meter.price === 0 ? watched : Math.floor(paidAt(meter, now) / 1000),
);

type Reading = Pick<ChatMeter, 'price' | 'spent' | 'paidMs' | 'leftMs'>;

export function startMeter({ price, spent, paidMs, leftMs }: Reading): void {
  $meter.set({ ...nothing, price, spent, paidMs, leftMs, shownMs: paidMs, readAt: Date.now() });
}

export function readMeter({ price, spent, paidMs, leftMs }: Reading): void {
  const now = Date.now();
  const meter = $meter.get();
  const stoodAt = meter.stoodAt && now;
  $meter.set({ ...meter, price, spent, paidMs, leftMs, shownMs: paidAt(meter, now), readAt: now, stoodAt });
}

/** The picture stands still, or moves again: nothing is charged in between. */
export function moveMeter(isMoving: boolean): void {
  const now = Date.now();
  const meter = $meter.get();
  if (isMoving === (meter.stoodAt === null)) return;
  $meter.set({
    ...meter,
    ...(isMoving && { shownMs: paidAt(meter, now), readAt: now }),
    stoodAt: isMoving ? null : now,
  });
}

/** Whether the running minute is the last that the balance carries. */
export const $isLastMinute = computed(
  [$meter, $wallet],
  ({ price, leftMs }, { credits }) => price > 0 && leftMs !== null && credits !== null && credits < price,
);

/** Returns whether it was the first. */
export function seeFirstPicture(at: number): boolean {
  const meter = $meter.get();
  if (meter.from !== null) return false;
  $meter.set({ ...meter, from: at, readAt: Date.now() });
  return true;
}

export function stopMeter(at: number): void {
  moveMeter(false);
  const meter = $meter.get();
  if (meter.from !== null && meter.until === null) $meter.set({ ...meter, until: at });
}
