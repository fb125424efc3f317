import * as z from 'zod/mini';

export { isFree, isLive, isPaused, isVip, statusStyle } from '../start/looks.ts';

/** Combinations of bits that may be stored. */
export const onlineStatus = { offline: 0, online: 1, free: 3, vip: 5, paused: 9 } as const;

export const onlineStatusSchema = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(3),
  z.literal(5),
  z.literal(9),
]);

export type OnlineStatus = z.infer<typeof onlineStatusSchema>;

/**
 * Values of the `onlineStatus` filter (live spec 3, 9) and the stored statuses they match: a state, an exact value, or
 * a bit if the number is not an exact value.
 */
const statusesByName = {
  offline: [0],
  online: [1, 3, 5, 9],
  live: [1],
  free: [3],
  vip: [5],
  pause: [9],
  '0': [0],
  '1': [1],
  '2': [3],
  '3': [3],
  '4': [5],
  '5': [5],
  '8': [9],
  '9': [9],
} as const satisfies Record<string, readonly OnlineStatus[]>;

const statusName = z.union([
  z.enum(Object.keys(statusesByName) as [keyof typeof statusesByName]),
  z.literal([0, 1, 2, 3, 4, 5, 8, 9]),
]);
type StatusName = z.infer<typeof statusName>;

/** One value, or a list of alternatives. */
export const statusChoiceSchema = z.union([
  statusName,
  z.array(statusName).check(z.maxLength(Object.keys(statusesByName).length)),
]);

/** `statusesOf(['free', 4])` is 3 and 5. */
export const statusesOf = (choice: StatusName | readonly StatusName[]): readonly OnlineStatus[] =>
  [choice].flat().flatMap((name) => statusesByName[`${name as StatusName}`]);
