import { useEffect, useState } from 'react';

/** Seconds until then (ms since the epoch), rounded up; never below 0. */
export function useSecondsTo(until: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
