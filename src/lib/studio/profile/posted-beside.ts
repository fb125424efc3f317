import { labelOf } from '#contract/errors.ts';
import { saveBeside as saveBesideCall } from '#contract/studio/beside-calls.ts';
import { idIn } from '#contract/wallet/whole-number.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { textFor } from '../../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../../site/i18n.ts';

const texts = new Map<string, MessageKey>([
  ['badRequest.form.changed', 'beside.changed'],
  ['badRequest.notFound', 'beside.wrong'],
]);

/** Saves who is in the picture; returns the text of a refusal, or null. */
export async function saveBeside(form: FormData, options: CallOptions): Promise<MessageKey | null> {
  const people = form.getAll('person').map((value) => idIn(String(value)));
  try {
    await call(saveBesideCall, { people, version: String(form.get('version') ?? '') }, options);
    return null;
  } catch (error) {
    const label = labelOf(error);
    return texts.get(label) ?? textFor(label);
  }
}
