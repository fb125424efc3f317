import * as z from 'zod/mini';
import { keep, readKept } from '../../shell/kept.ts';
import { showToast } from '../../shell/toast.ts';
import { loadMessages, translator } from '../../shell/translate.ts';
import { clockOf, shortClockOf } from '../../site/numbers.ts';
import { LEFT_NOTE } from './left-note.ts';

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
