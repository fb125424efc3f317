/**
 * Kinds of earnings. `phone` is a guest who pays by a phone call; `unearned` are free credits that members spent but the
 * performer does not earn; `other` is anything that no chat explains.
 */
export const earningKinds = [
  'chat',
  'vip',
  'tips',
  'toys',
  'messages',
  'phone',
  'unearned',
  'other',
] as const;
export type EarningKind = (typeof earningKinds)[number];

/** Kinds of a chat as listed: free chat earns nothing itself, and a shown camera costs nothing. */
export const showKinds = ['free', ...earningKinds, 'camBack'] as const;
export type ShowKind = (typeof showKinds)[number];

/**
 * Credits. `earned` is `paid` by members, less what they got back and what of it is not earned, plus what the house paid for
 * phone calls.
 */
export interface EarningSums {
  paid: number;
  returned: number;
  earned: number;
}

const nothing: EarningSums = { paid: 0, returned: 0, earned: 0 };

export const sumEarnings = (parts: readonly EarningSums[]): EarningSums =>
  parts.reduce(
    (sum, { paid, returned, earned }) => ({
      paid: sum.paid + paid,
      returned: sum.returned + returned,
      earned: sum.earned + earned,
    }),
    nothing,
  );

/** Sums of the kinds that occur, in the order of `earningKinds`. */
export const sumByKind = <Part extends EarningSums & { kind: EarningKind }>(
  parts: readonly Part[],
): (EarningSums & { kind: EarningKind })[] =>
  earningKinds.flatMap((kind) => {
    const own = parts.filter((part) => part.kind === kind);
    return own.length > 0 ? [{ kind, ...sumEarnings(own) }] : [];
  });

/** Months from the first to the last, newest first, as `2026-11`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const before = number === 1 ? { year: year - 1, number: 12 } : { year, number: number - 1 };
  return `${String(before.year).padStart(4, '0')}-${String(before.number).padStart(2, '0')}`;
}
