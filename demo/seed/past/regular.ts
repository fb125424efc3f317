import { startOfDay } from '#contract/day.ts';
import { pastMonths, payableFrom } from '#contract/desk/money/payout-calls.ts';
import { type MemberPlan, REGISTERED_DAYS_AGO } from './plan.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MONTHS = 10;

/** ms after the start of a day. */
const EVENING_MS = 20 * HOUR_MS;
const AFTERNOON_MS = 14 * HOUR_MS;

/**
 * A member of the months before the demo's member registered, so that there are paid-out months. The first performer
 * of the list gets no tips: she is live, and her room would show them.
 */
export function regularMember(now: Date, messageReturnHours: number): MemberPlan {
  const agoOf = (moment: number): number => (now.getTime() - moment) / DAY_MS;
  const months = pastMonths(now, MONTHS + 2)
    .map((month) => ({
      month,
      paid: agoOf(payableFrom(month, messageReturnHours).getTime() + AFTERNOON_MS),
      onDay: (day: number, ms: number) => agoOf(startOfDay(`${month}-${day}`).getTime() + ms),
    }))
    .filter(({ paid }) => paid > REGISTERED_DAYS_AGO)
    .slice(0, MONTHS)
    .reverse();
  const [first] = months;
  return {
    registeredDaysAgo: first ? first.onDay(10, AFTERNOON_MS) : REGISTERED_DAYS_AGO,
    purchases: months.map(({ onDay }) => ({
      daysAgo: onDay(11, EVENING_MS),
      bundle: 'plus',
      method: 'ideal',
    })),
    chats: months.flatMap(({ onDay }, index) => [
      { daysAgo: onDay(12, EVENING_MS), with: 0, type: 'chat', minutes: 6 + (index % 4), tips: [] },
      {
        daysAgo: onDay(21, EVENING_MS),
        with: 1,
        type: 'chat',
        minutes: 3,
        tips: [{ amount: 250 + 50 * (index % 3), message: '' }],
      },
    ]),
    conversations: [],
    favourites: [],
    monthLimit: null,
    payouts: months.map(({ month, paid }) => ({ daysAgo: paid, month })),
  };
}
