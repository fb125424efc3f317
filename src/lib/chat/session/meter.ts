import { atom, computed, onMount } from 'nanostores';
import type { ChatMeter } from '#contract/chat/events.ts';
import { $wallet } from '../../wallet/spending/store.ts';

/** Credits. */
export interface Meter {
  /** Of a minute. */
  readonly price: number;
  readonly spent: number;
  /** ms of media that the running minute still carries; null while none runs. */
  readonly leftMs: number | null;
  /** ms since the epoch, of the first frame and of the end; null before. */
  readonly from: number | null;
  readonly until: number | null;
}

const nothing: Meter = { price: 0, spent: 0, leftMs: null, from: null, until: null };

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

type Reading = Pick<ChatMeter, 'price' | 'spent' | 'leftMs'>;

export function startMeter({ price, spent, leftMs }: Reading): void {
  $meter.set({ ...nothing, price, spent, leftMs });
}

export function readMeter({ price, spent, leftMs }: Reading): void {
  $meter.set({ ...$meter.get(), price, spent, leftMs });
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
  $meter.set({ ...meter, from: at });
  return true;
}

export function stopMeter(at: number): void {
  const meter = $meter.get();
  if (meter.from !== null && meter.until === null) $meter.set({ ...meter, until: at });
}
