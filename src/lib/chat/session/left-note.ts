import * as z from 'zod/mini';
import type { Rest } from '#contract/chat/receipt-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { keptMinutes } from '#contract/chat/units.ts';
import { splitLocale } from '#contract/locales.ts';
import { lastingQuery } from '#contract/site/site-path.ts';
import { keep, readKept } from '../../shell/kept.ts';
import { showToast } from '../../shell/start/feedback.ts';
import { loadMessages, translator } from '../../shell/translate.ts';
import { clockOf, shortClockOf } from '../../site/numbers.ts';
import type { Departure } from '../store.ts';

/** Storage key for why the tab left a chat; deleted once the profile has shown it. */
export const LEFT_NOTE = 'left-chat';

export interface LeftNote {
  readonly reason: EndReason;
  readonly name: string;
  /** Credits including tips, less what was given back. */
  readonly paid: number;
  /** Watched time. */
  readonly seconds: number;
  /** Rests of units, usable by coming back. */
  readonly rests: readonly {
    readonly mode: Rest['mode'];
    readonly seconds: number;
    /** Minutes for which it can be used. */
    readonly minutes: number;
  }[];
}

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

const restSchema = z.object({
  mode: z.enum(['chat', 'vip']),
  seconds: z.int(),
  minutes: z.int(),
});
const noteSchema = z.object({
  reason: z.enum(['left', 'chat-closed', 'ping-unauthorized']),
  name: z.string(),
  paid: z.int(),
  seconds: z.int(),
  rests: z._default(z.array(restSchema), []),
});

/** ms for which the receipt is shown: long enough to read it. */
const STANDS_MS = 10_000;

/** Shows once on the profile why the chat ended and what it cost. */
export async function tellLeft(locale: string): Promise<void> {
  const note = noteSchema.safeParse(readKept(LEFT_NOTE));
  keep(LEFT_NOTE, null);
  if (!note.success) return;
  const { reason, name, paid, seconds, rests } = note.data;
  const t = translator(await loadMessages(locale), locale);
  const parts = [t(`chat.toldAtProfile.${reason}`, { name })];
  if (paid > 0)
    parts.push(
      t('chat.receipt.paid', { count: paid }),
      `${t('chat.receipt.watched', { time: clockOf(seconds) })}.`,
    );
  for (const { mode, minutes, seconds: left } of rests)
    parts.push(t(`chat.receipt.rest.${mode}`, { name, count: minutes, time: shortClockOf(left) }));
  showToast(reason === 'left' ? 'success' : 'error', parts.join(' '), STANDS_MS);
}
