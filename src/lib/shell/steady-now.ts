/** ms since the epoch by a clock that does not jump when the device's clock is set; only for times of this page. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();
