import { writeHandover as writeCall } from '#contract/desk/work-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import { type PostedForm, submitPosted } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/entry-rules.ts';
import type { PostedFields } from '../site/forms.ts';
import type { Translate } from '../site/i18n.ts';

const textField = writeCall.input.shape.text;

/** Stores the note of a posted form. */
export const writeHandover = (
  { posted, typed }: Pick<PostedFields, 'posted' | 'typed'>,
  { t, options }: { t: Translate; options: CallOptions },
): Promise<PostedForm<'text'>> =>
  submitPosted(
    {
      check: ({ text }) =>
        fieldErrors({ text: textField.safeParse(text).success ? null : 'work.handover.shape' }),
      send: async ({ text, version }) => void (await call(writeCall, { text, version }, options)),
      labels: { 'badRequest.form.changed': { message: 'work.handover.changed' } },
    },
    { text: typed('text'), version: Number(typed('version')) },
    { posted, t },
  );
