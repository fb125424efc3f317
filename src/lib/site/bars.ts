/** Units of the picture of a chart. */
export const BAR_WIDTH = 20;
export const CHART_HEIGHT = 100;

export interface Bars {
  /** Credits at the top and at the bottom of the chart; the bottom is below zero only if a value is. */
  readonly max: number;
  readonly min: number;
  readonly width: number;
  /** Height of the line of zero. */
  readonly zero: number;
  /** None for a zero. */
  readonly bars: readonly {
    readonly at: number;
    readonly x: number;
    readonly y: number;
    readonly height: number;
  }[];
}

/** Lowest height of a bar, so that one huge value does not hide the others. */
const LEAST = 1.5;

/** Shapes of a chart with one bar for each value, in order. */
export function barsOf(values: readonly number[]): Bars {
  const [max, min] = [Math.max(0, ...values), Math.min(0, ...values)];
  const heightOf = (value: number) =>
    max === min ? 0 : round((Math.abs(value) / (max - min)) * CHART_HEIGHT);
  const zero = heightOf(max);
  const bars = values.flatMap((value, at) => {
    if (value === 0) return [];
    const height = Math.max(LEAST, heightOf(value));
    return [{ at, x: at * BAR_WIDTH, y: value > 0 ? round(zero - height) : zero, height }];
  });
  return { max, min, width: values.length * BAR_WIDTH, zero, bars };
}

const round = (value: number): number => Math.round(value * 10) / 10;
