import { useEffect, useState } from 'react';
import { steadyNow } from '#lib/shell/translate.ts';

/** Seconds until then (ms since the epoch), rounded up; never below 0. */
export function useSecondsTo(until: number): number {
  const [now, setNow] = useState(steadyNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(steadyNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
