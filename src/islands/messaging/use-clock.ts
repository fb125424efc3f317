import { createContext, useContext, useEffect, useState } from 'react';
import { TIME_ZONE } from '#contract/day.ts';
import { localeOr } from '#contract/locales.ts';
import type { Clock } from '#lib/messaging/labels/time-labels.ts';

const MINUTE_MS = 60_000;

export const ClockContext = createContext<Clock>({ now: new Date(0), locale: 'nl', timeZone: TIME_ZONE });

export const useClock = (): Clock => useContext(ClockContext);

/** Until hydration the operator's time, as the page was rendered; then the reader's own, by the minute. */
export function useOwnClock(locale: string, renderedAt: number): Clock {
  const [clock, setClock] = useState({ now: renderedAt, timeZone: TIME_ZONE });
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const tick = () => setClock({ now: Date.now(), timeZone });
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return { now: new Date(clock.now), timeZone: clock.timeZone, locale: localeOr(locale) };
}
