import { atom, type ReadableAtom } from 'nanostores';

/** Moves devices. Implementations: drawn (demo-bridge.ts), real ones (intiface-bridge.ts). */
export interface ToyBridge {
  /** Whether a device would move now. */
  readonly $isReady: ReadableAtom<boolean>;
  /** `intensity`: percentage of the device's maximum; 0 stops it. Rejects if the device fails. */
  move(intensity: number): Promise<void>;
  /** The device failed or was disconnected. Returns a function that removes the listener. */
  onFailed(listener: (why: string) => void): () => void;
  /** Stops the device and disconnects. */
  close(): void;
}

/** Why a bridge cannot connect, or its devices failed. */
const bridgeTroubles = [
  /** Nothing listens at the address. */
  'absent',
  /** The browser does not let the page connect. */
  'blocked',
  /** The server does not speak this version of the protocol. */
  'old',
  'silent',
  'closed',
  'gone',
  'none',
  'refused',
  /** A stop was not confirmed: the device may still move. */
  'unstopped',
] as const;
export type BridgeTrouble = (typeof bridgeTroubles)[number];

export const bridgeTroubleOf = (why: string): BridgeTrouble | 'unknown' =>
  bridgeTroubles.find((trouble) => trouble === why) ?? 'unknown';

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
