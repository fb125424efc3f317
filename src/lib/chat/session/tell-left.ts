import { z } from 'zod';
import { keep, readKept } from '../../shell/kept.ts';
import { loadMessages } from '../../shell/load-messages.ts';
import { clockOf, shortClockOf } from '../../shell/numbers.ts';
import { showToast } from '../../shell/toast.ts';
import { translator } from '../../shell/translate.ts';
import { LEFT_NOTE } from './left-note.ts';

const restSchema = z.object({
  mode: z.enum(['chat', 'vip']),
  seconds: z.number().int(),
  minutes: z.number().int(),
});
const noteSchema = z.object({
  reason: z.enum(['left', 'chat-closed', 'ping-unauthorized']),
  name: z.string(),
  paid: z.number().int(),
  seconds: z.number().int(),
  rests: z.array(restSchema).default([]),
});

/** ms: a receipt is read, not glanced at. */
const STANDS_MS = 10_000;

/** Says on the profile, once, why the chat is over and what it cost. */
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
    parts.push(t(`chat.receipt.rest.${mode}`, { name, minutes, time: shortClockOf(left) }));
  showToast(reason === 'left' ? 'success' : 'error', parts.join(' '), STANDS_MS);
}
