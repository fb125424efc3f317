import { quick } from './harness.ts';
import type { BenchRow } from './row.ts';

/** Measures for about `ms` and returns a figure. */
export type Measure = (ms: number) => Promise<number>;

export interface Comparison {
  name: string;
  unit: string;
  ours: Measure;
  peer: Measure;
  /** Called at the end. */
  note: () => string;
}

export interface Plan {
  pairs: number;
  windowMs: number;
  warmUpMs: number;
}

/** 2 s instead of 6: the whole run must take less than five minutes. */
export const plan: Plan = quick
  ? { pairs: 5, windowMs: 200, warmUpMs: 200 }
  : { pairs: 5, windowMs: 2000, warmUpMs: 2000 };

/** If the peer varies by more than this, the row is marked as noisy. */
const STILL = 0.15;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Measures our server and the peer in turn (A B B A), so that a slow phase affects both. */
export async function compare(
  { name, unit, ours, peer, note }: Comparison,
  { pairs, windowMs, warmUpMs }: Plan = plan,
): Promise<BenchRow> {
  await ours(warmUpMs);
  await peer(warmUpMs);
  const oursSeen: number[] = [];
  const peerSeen: number[] = [];
  const measureOurs = async () => oursSeen.push(await ours(windowMs));
  const measurePeer = async () => peerSeen.push(await peer(windowMs));
  for (let pair = 0; pair < pairs; pair += 1) {
    const turns = pair % 2 === 0 ? [measureOurs, measurePeer] : [measurePeer, measureOurs];
    for (const turn of turns) await turn();
  }
  const ratios = oursSeen.map((figure, pair) => figure / (peerSeen[pair] ?? Number.NaN));
  if (!ratios.every((ratio) => Number.isFinite(ratio) && ratio > 0)) {
    throw new Error(`${name}: a measurement is zero or not finite`);
  }
  const swing = (Math.max(...peerSeen) - Math.min(...peerSeen)) / median(peerSeen);
  const unrest = swing > STILL ? `; UNSTEADY: the peer itself varied by ${Math.round(swing * 100)} %` : '';
  return {
    name,
    unit,
    ours: median(oursSeen),
    peer: median(peerSeen),
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    note: note() + unrest,
  };
}
