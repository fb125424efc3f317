import * as z from 'zod/mini';
import { countsSchema, WORK_EVENTS, type WorkCounts } from '#contract/desk/work-calls.ts';
import { apiKey } from '../api/call.ts';
import { apiOrigin } from '../api/start/page.ts';

/** ms after which a refused page asks again. */
const AGAIN_MS = 20_000;

/** Calls back with what waits, at once and after each change, until the page is left. */
export function followCounts(show: (counts: WorkCounts) => void): void {
  const address = `${apiOrigin()}${WORK_EVENTS}?api-key=${encodeURIComponent(apiKey())}`;
  const events = new EventSource(address, { withCredentials: true });
  events.addEventListener('message', ({ data }: MessageEvent<string>) => {
    show(z.parse(countsSchema, JSON.parse(data)));
  });
  events.addEventListener('error', () => {
    // Refused, because the desk is locked or the session has ended: it may be opened again.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => followCounts(show), AGAIN_MS);
  });
}
