import { atom, type ReadableAtom } from 'nanostores';
import type { ToyBridge } from './bridge.ts';

/** A device that is only drawn, to try everything without one. */
export interface DemoBridge extends ToyBridge {
  /** Percentage at which it would move now. */
  readonly $intensity: ReadableAtom<number>;
}

export function createDemoBridge(): DemoBridge {
  const $intensity = atom(0);
  return {
    $isReady: atom(true),
    $intensity,
    move: async (intensity) => $intensity.set(intensity),
    onFailed: () => () => undefined,
    close: () => $intensity.set(0),
  };
}
