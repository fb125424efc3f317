import { keptMinutes } from '#contract/chat/minutes.ts';
import { splitLocale } from '#contract/locales.ts';
import { lastingQuery } from '#contract/site/lasting-query.ts';
import { keep } from '../../shell/kept.ts';
import type { Departure } from '../store.ts';
import { LEFT_NOTE, type LeftNote } from './left-note.ts';

/** ms for which the page waits for the receipt; the profile works without it. */
const RECEIPT_MS = 1500;

/**
 * Opens the performer's profile, in the language and with the affiliate of this page. A chat the server ended is
 * replaced in the history, so that Back does not open it again.
 */
export async function goToProfile({ reason, performer, receipt }: Departure): Promise<void> {
  const waited = new Promise<null>((done) => setTimeout(done, RECEIPT_MS, null));
  const answer = await Promise.race([receipt, waited]);
  const sums = answer?.stay ?? answer;
  const note: LeftNote = {
    reason,
    name: performer,
    paid: sums?.total ?? 0,
    seconds: Math.round((sums?.deliveredMs ?? 0) / 1000),
    rests: (answer?.rests ?? []).map(({ mode, leftMs, keptMs }) => ({
      mode,
      seconds: Math.floor(leftMs / 1000),
      minutes: keptMinutes(keptMs),
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
