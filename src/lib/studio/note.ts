import { map, type ReadableAtom } from 'nanostores';
import { labelOf } from '#contract/errors.ts';
import * as calls from '#contract/studio/note-calls.ts';
import { call } from '../api/call.ts';

export type NoteStatus = 'loading' | 'ready' | 'saving' | 'saved' | 'long' | 'changed' | 'gone' | 'failed';

export interface Note {
  /** As stored. */
  readonly text: string;
  readonly status: NoteStatus;
}

export interface OwnNote {
  readonly $note: ReadableAtom<Note>;
  /** Reads the text, unless it was known. */
  readMemberNote(): Promise<void>;
  /** Saves a text written from `seen`, unless the rule refuses it. Ignored while another save runs. */
  saveMemberNote(text: string, seen: string): Promise<void>;
  close(): void;
}

/** A performer's note about one member; `known` is its text, if a list had it. */
export function openNote(memberId: number, known?: string): OwnNote {
  const $note = map<Note>({ text: known ?? '', status: known === undefined ? 'loading' : 'ready' });
  let isOpen = true;
  const read = () =>
    call(calls.readMemberNote, { memberId }).then(
      (note) => note.text,
      () => null,
    );
  return {
    $note,
    async readMemberNote() {
      isOpen = true;
      if ($note.get().status !== 'loading') return;
      const text = await read();
      if (isOpen) $note.set(text === null ? { text: '', status: 'failed' } : { text, status: 'ready' });
    },
    async saveMemberNote(text, seen) {
      if ($note.get().status === 'saving') return;
      if (calls.refuseNote(text)) return $note.setKey('status', 'long');
      $note.setKey('status', 'saving');
      try {
        await call(calls.saveMemberNote, { memberId, text, seen });
        if (isOpen) $note.set({ text: text.trim(), status: 'saved' });
      } catch (error) {
        const label = labelOf(error);
        // Another page has saved meanwhile: its text is shown, and a second save replaces it.
        const stored = label === 'badRequest.form.changed' ? await read() : null;
        if (!isOpen) return;
        if (stored !== null) $note.set({ text: stored, status: 'changed' });
        else $note.setKey('status', label === 'badRequest.notFound' ? 'gone' : 'failed');
      }
    },
    close() {
      isOpen = false;
    },
  };
}
