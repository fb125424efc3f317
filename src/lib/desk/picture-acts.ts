import * as calls from '#contract/desk/picture-calls.ts';
import { idIn } from '#contract/whole-number.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { Translate } from '../site/i18n.ts';
import { type ActResult, performAct } from './acts.ts';

/** Carries out a decision that the page of pictures was asked for; null for an unknown one. */
export async function decidePicture(
  typed: (name: string) => string,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<ActResult | null> {
  const outcome = (['accept', 'refuse'] as const).find((name) => name === typed('act'));
  const picture = idIn(typed('of'));
  if (!outcome || picture === 0) return null;
  const reason = typed('reason');
  return performAct({
    reason,
    t,
    send: async () => void (await call(calls.decidePicture, { picture, outcome, reason }, options)),
    labels: { 'badRequest.notFound': 'records.pictures.gone' },
  });
}
