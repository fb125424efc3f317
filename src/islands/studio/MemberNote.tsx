import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { NOTE_MAX } from '#contract/studio/note-calls.ts';
import { type NoteStatus, openNote } from '#lib/studio/note.ts';
import { useT } from '../ui/controls/Messages.tsx';

interface MemberNoteProps {
  memberId: number;
  name: string;
  /** As listed with the member; read from the server without it. */
  known?: string;
}

const saying = {
  saved: 'memberNote.saved',
  long: 'memberNote.long',
  changed: 'memberNote.changed',
  gone: 'memberNote.gone',
  failed: 'memberNote.failed',
} as const satisfies Partial<Record<NoteStatus, string>>;

const isSaying = (status: NoteStatus): status is keyof typeof saying => status in saying;

/** What the performer notes about a member for herself. Mount it with the member's id as its key. */
export function MemberNote({ memberId, name, known }: MemberNoteProps) {
  const t = useT();
  const id = useId();
  // A list that is read again brings a text that this page may have saved itself.
  const note = useMemo(() => openNote(memberId, known), [memberId, known]);
  useEffect(() => {
    void note.readMemberNote();
    return note.close;
  }, [note]);
  const { text, status } = useStore(note.$note);
  /** `from`: the stored text that was changed; a list may bring a newer one meanwhile. */
  const [typed, setTyped] = useState<{ text: string; from: string } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await note.saveMemberNote(typed?.text ?? text, typed?.from ?? text);
    const now = note.$note.get();
    if (now.status === 'saved' || now.status === 'changed')
      setTyped((latest) => latest && { ...latest, from: now.text });
  };
  return (
    <details className="min-w-0 text-sm">
      <summary className="min-h-6 cursor-pointer py-1">
        <span className="font-semibold">{t('memberNote.title')}</span>
        {text && (
          <bdi dir="auto" className="wrap-anywhere ml-2 text-ink-soft">
            {text}
          </bdi>
        )}
      </summary>
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-2 pb-2">
        <textarea
          aria-label={t('memberNote.label', { name })}
          dir="auto"
          rows={3}
          value={typed?.text ?? text}
          disabled={status === 'loading'}
          onChange={({ currentTarget }) => setTyped({ text: currentTarget.value, from: typed?.from ?? text })}
          aria-invalid={status === 'long' || undefined}
          aria-describedby={`${id}-hint`}
          className="w-full rounded-lg border border-line-strong bg-page px-3 py-2 text-base text-ink focus-visible:outline-ink"
        />
        <p id={`${id}-hint`} className="text-ink-soft">
          {t('memberNote.hint')}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <button
            type="submit"
            disabled={status === 'loading' || status === 'saving'}
            className="btn btn-quiet min-h-9 px-2.5 text-sm"
          >
            {t('memberNote.save')}
          </button>
          <p role="status" className={status === 'saved' ? 'text-positive' : 'text-danger'}>
            {isSaying(status) ? t(saying[status], { max: NOTE_MAX }) : ''}
          </p>
        </div>
      </form>
    </details>
  );
}
