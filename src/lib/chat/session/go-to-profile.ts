import { MINUTE_MS } from '#contract/chat/minutes.ts';
import { splitLocale } from '#contract/locales.ts';
import { lastingQuery } from '#contract/site/lasting-query.ts';
import { keep } from '../../shell/kept.ts';
import { LEFT_NOTE, type LeftNote } from './left-note.ts';
import type { Departure } from './store.ts';

/** ms for which the page waits for the receipt; nothing is lost without it. */
const RECEIPT_MS = 1500;

/**
 * Leads to the performer's profile, in the language and with the affiliate of this page. A chat that the server ended is
 * replaced in the history: Back does not lead into it again.
 */
export async function goToProfile({ reason, performer, receipt }: Departure): Promise<void> {
  const waited = new Promise<null>((done) => setTimeout(done, RECEIPT_MS, null));
  const told = await Promise.race([receipt, waited]);
  const sums = told?.stay ?? told;
  const note: LeftNote = {
    reason,
    name: performer,
    paid: sums?.total ?? 0,
    seconds: Math.round((sums?.deliveredMs ?? 0) / 1000),
    rests: (told?.rests ?? []).map(({ mode, leftMs, keptMs }) => ({
      ...{ mode, seconds: Math.floor(leftMs / 1000), minutes: Math.round(keptMs / MINUTE_MS) },
    })),
  };
  keep(LEFT_NOTE, note);
  const url = profileUrl(location);
  if (reason === 'left') location.assign(url);
  else location.replace(url);
}

/** `/en/stream/Vera?p=7` → `/en/profile/Vera?p=7&action=left`. */
export function profileUrl({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const { path } = splitLocale(pathname);
  const before = pathname.slice(0, pathname.length - path.length);
  const query = new URLSearchParams(lastingQuery(search));
  query.set('action', 'left');
  return `${before}${path.replace(/^\/stream\//, '/profile/')}?${query}`;
}
