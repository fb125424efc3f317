import { z } from 'zod';
import {
  actsOfValue,
  type DeskLimits,
  defaultLimits,
  type ValueAct,
  type ValueLimit,
  valueActs,
} from '#contract/desk/value/acts-of-value.ts';

/** Highest limits in production of acts that give a member money: above them one operator could give anything alone. */
const HIGHEST: ReadonlyMap<ValueAct, ValueLimit> = new Map([
  ['goodwill', { one: 50_000, day: 250_000 }],
  ['refund', { one: 100_000, day: 500_000 }],
]);

const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);
const row = z.tuple([z.enum(valueActs), whole, whole]);

/** `act:one:day`, separated by commas; acts that are not named keep their limits. */
export const deskLimitsSchema = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => part.trim().split(':')),
  )
  .pipe(z.array(row))
  .refine((rows) => new Set(rows.map(([act]) => act)).size === rows.length, 'must not have an act twice')
  .transform(
    (rows): DeskLimits => ({
      ...defaultLimits,
      ...Object.fromEntries(rows.map(([act, one, day]) => [act, { one, day }])),
    }),
  );

/** The limits that are too high for production, one line each. */
export const highLimits = (limits: DeskLimits): string[] =>
  [...HIGHEST].flatMap(([act, { one, day }]) =>
    limits[act].one > one || limits[act].day > day
      ? [`  DESK_LIMITS: at most ${act}:${one}:${day}; above it one operator could give away anything alone`]
      : [],
  );

/** As in DESK_LIMITS, for its documentation. */
export const writtenLimits: string = valueActs
  .map((act) => `${act}:${actsOfValue[act].limit.one}:${actsOfValue[act].limit.day}`)
  .join(',');
