/** ms since the epoch by a clock that does not jump when the host's clock is set: start of the process plus time since. */
export const steadyNow = (): number => Math.floor(performance.timeOrigin + performance.now());
