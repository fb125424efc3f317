/** ms between the host's wall clock and the product's that count as a jump. */
export const JUMP_MS = 2000;

/** The clocks of the host, in ms. */
export interface HostClock {
  /** Time since the epoch; jumps when it is set, and after the host was suspended. */
  wall(): number;
  /** Time since an arbitrary moment; never jumps. */
  monotonic(): number;
}

/**
 * The product's clock. It starts at the host's wall clock and runs with its monotonic one: a wall clock that is set
 * forward or back moves no deadline, because minutes, rests and tokens are paid for.
 */
export interface SteadyClock {
  now(): Date;
  /** The host's wall clock. */
  wall(): Date;
  /** ms by which the host's wall clock is ahead of this clock; negative if it is behind. */
  behindMs(): number;
  /** Moves this clock by at most this many ms, less than have passed, towards being `behind` ms behind the wall clock. */
  steer(ms: number, behind?: number): void;
  /** Sets this clock to the host's wall clock, forward or back. */
  follow(): void;
}

const realHost: HostClock = { wall: () => Date.now(), monotonic: () => performance.now() };

export function createSteadyClock(host: HostClock = realHost): SteadyClock {
  let startedAt = host.wall() - host.monotonic();
  const now = (): number => Math.floor(startedAt + host.monotonic());
  const behindMs = (): number => host.wall() - now();
  return {
    now: () => new Date(now()),
    wall: () => new Date(host.wall()),
    behindMs,
    steer: (ms, behind = 0) => {
      startedAt += Math.max(-ms, Math.min(ms, behindMs() - behind));
    },
    follow: () => {
      startedAt += behindMs();
    },
  };
}
