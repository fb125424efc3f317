import { AppError, labelOf } from '#contract/errors.ts';
import { NOTE_MAX, refuseNote, saveMemberNote as saveCall } from '#contract/studio/note-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import { textFor } from '../shell/texts/refusal-texts.ts';
import type { MessageKey } from '../site/i18n.ts';

export interface PostedNote {
  readonly memberId: number;
  /** As typed. */
  readonly text: string;
  /** The text that was changed. */
  readonly seen: string | undefined;
}

/** Null for a form that names no member. */
export function postedNote(form: Pick<FormData, 'get'>): PostedNote | null {
  const [member, text, stored] = [form.get('member'), form.get('text'), form.get('seen')];
  const memberId = typeof member === 'string' && /^\d{1,9}$/.test(member) ? Number(member) : 0;
  const seen = typeof stored === 'string' ? stored : undefined;
  return memberId > 0 && typeof text === 'string' ? { memberId, text, seen } : null;
}

/** Saves a note without script; returns the message key of a refusal, null if it was saved. */
export async function saveMemberNote(note: PostedNote, options: CallOptions): Promise<MessageKey | null> {
  if (refuseNote(note.text)) return 'memberNote.long';
  try {
    await call(saveCall, note, options);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return textFor(labelOf(error), {
      'badRequest.notFound': 'memberNote.gone',
      'badRequest.form.changed': 'memberNote.changed',
    });
  }
}

/** Values of the texts above. */
export const noteValues = { max: NOTE_MAX };
