import { TIME_ZONE } from '#contract/day.ts';
import { documentLocale } from './translate.ts';

/** ms since the epoch by a clock that does not jump when the device's clock is set; only for times of this page. */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

const DAY_MS = 86_400_000;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE } as const;

/** `14:05`, in the operator's time zone. `at`: ISO, or ms since the epoch. */
export const timeOfDay = (at: string | number): string =>
  new Date(at).toLocaleTimeString(documentLocale(), time);

/** With the date if it is more than a day away. */
export function timeUntil(at: string | number): string {
  const isSoon = new Date(at).getTime() - Date.now() < DAY_MS;
  if (isSoon) return timeOfDay(at);
  const date = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  return new Date(at).toLocaleString(documentLocale(), { ...date, ...time });
}
