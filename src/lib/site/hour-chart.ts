import type { HourPair } from '#contract/desk/today-calls.ts';

/** Units of the picture: one hour is this wide. */
export const HOUR_WIDTH = 20;
export const CHART_HEIGHT = 100;

export interface HourChart {
  /** Highest number of both days. */
  readonly max: number;
  /** Bars of today up to the current hour; none for a zero. */
  readonly bars: readonly { readonly x: number; readonly y: number; readonly height: number }[];
  /** The other day as steps: the data of an SVG path. */
  readonly line: string;
}

/** Shapes of a chart that compares two days hour by hour. */
export function hourChartOf({ today, lastWeek }: HourPair, hour: number): HourChart {
  const max = Math.max(...today, ...lastWeek);
  const heightOf = (count: number) => (max === 0 ? 0 : round((count / max) * CHART_HEIGHT));
  const bars = today.flatMap((count, at) => {
    const height = heightOf(count);
    return count === 0 || at > hour ? [] : [{ x: at * HOUR_WIDTH, y: CHART_HEIGHT - height, height }];
  });
  const steps = lastWeek.map((count, at) => {
    const y = round(CHART_HEIGHT - heightOf(count));
    return `${at === 0 ? `M0 ${y}` : `V${y}`}H${(at + 1) * HOUR_WIDTH}`;
  });
  return { max, bars, line: steps.join('') };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** What the days have counted: sums, or with `highest` the highest number. */
export function hourSumsOf({ today, lastWeek }: HourPair, hour: number, highest = false) {
  const all = (counts: readonly number[]) =>
    highest ? Math.max(0, ...counts) : counts.reduce((sum, count) => sum + count, 0);
  return { today: all(today), until: all(lastWeek.slice(0, hour + 1)), wholeDay: all(lastWeek) };
}
