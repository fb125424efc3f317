import { atom, computed, onMount } from 'nanostores';
import type { ChatMeter } from '#contract/chat/events.ts';

/** What watching costs and has cost; in credits. */
export interface Meter {
  /** For a minute, now. */
  readonly price: number;
  readonly spent: number;
  /** Times (ms since 1970) of the first picture and of the end; null before them. */
  readonly from: number | null;
  readonly until: number | null;
}

const nothing: Meter = { price: 0, spent: 0, from: null, until: null };

export const $meter = atom<Meter>(nothing);

/** The time, once a second while somebody looks at it. */
const $now = atom(0);
onMount($now, () => {
  const tick = () => $now.set(Date.now());
  tick();
  const timer = setInterval(tick, 1000);
  return () => clearInterval(timer);
});

/** Whole seconds of picture so far; stays after the end. */
export const $watchedSeconds = computed([$meter, $now], ({ from, until }, now) =>
  from === null ? 0 : Math.max(0, Math.floor(((until ?? now) - from) / 1000)),
);

export function startMeter({ price, spent }: Pick<ChatMeter, 'price' | 'spent'>): void {
  $meter.set({ ...nothing, price, spent });
}

/** The server's word on price and sum. */
export function readMeter({ price, spent }: Pick<ChatMeter, 'price' | 'spent'>): void {
  $meter.set({ ...$meter.get(), price, spent });
}

/** A picture is there; answers whether it was the first. */
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

/** `200` → `00:03:20`. */
export function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
