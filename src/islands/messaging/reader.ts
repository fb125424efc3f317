import { createContext, useContext, useEffect, useState } from 'react';
import { localeOr } from '#contract/locales.ts';
import type { Side } from '#contract/messaging/messages.ts';
import type { Clock } from '#lib/messaging/labels/labels.ts';

const MINUTE_MS = 60_000;

export const ClockContext = createContext<Clock>({ now: new Date(0), locale: 'nl' });

export const useClock = (): Clock => useContext(ClockContext);

/** Until hydration the time of rendering; then the current time, updated every minute. */
export function useOwnClock(locale: string, renderedAt: number): Clock {
  const [now, setNow] = useState(renderedAt);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return { now: new Date(now), locale: localeOr(locale) };
}

/** The reader's side of the conversations; not known in dialogs, which are rendered apart. */
export const SideContext = createContext<Side>('member');

export const useSide = (): Side => useContext(SideContext);
