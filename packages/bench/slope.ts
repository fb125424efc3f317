export type Sample = readonly [x: number, y: number];

export interface Slope {
  /** Slope of y over x, by least squares. */
  perX: number;
  /** Standard error of the slope; NaN for fewer than three samples. */
  error: number;
}

/** Fits a line to samples with different x. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const mean = (pick: 0 | 1) => samples.reduce((sum, sample) => sum + sample[pick], 0) / samples.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = samples.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const perX = samples.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const rest = samples.reduce((sum, [at, value]) => sum + (value - y - perX * (at - x)) ** 2, 0);
  return { perX, error: Math.sqrt(rest / (samples.length - 2) / spread) };
}

/** Whether the slope is zero within twice its error, as for 19 of 20 flat lines. */
export const isFlat = ({ perX, error }: Slope): boolean => Math.abs(perX) <= 2 * error;
