import { useStore } from '@nanostores/react';
import { type FormEvent, useId, useState } from 'react';
import { delaySteps } from '#contract/chat/room/moderation-delay.ts';
import { roomWordsSchema, SLOW_SECONDS } from '#contract/chat/sanctions.ts';
import type { StudioRoom } from '#lib/studio/live/room.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

/** Slow mode, moderation delay, and the performer's own list of hidden words. */
export function RulesPanel({ room }: { room: StudioRoom }) {
  const t = useT();
  const { slowSeconds } = useStore(room.$room).rules;
  return (
    <>
      <label className="mt-2 flex min-h-11 items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={slowSeconds !== null}
          onChange={({ currentTarget }) => void room.setSlowMode(currentTarget.checked ? SLOW_SECONDS : null)}
          className="size-5 accent-accent"
        />
        <span>{t('studio.live.rules.slow', { seconds: slowSeconds ?? SLOW_SECONDS })}</span>
      </label>
      <Delay room={room} />
      <Words room={room} />
    </>
  );
}

function Delay({ room }: { room: StudioRoom }) {
  const t = useT();
  const { delaySeconds } = useStore(room.$room).rules;
  const id = useId();
  return (
    <div className="mt-2 grid gap-2">
      <label htmlFor={id} className="font-semibold text-sm">
        {t('studio.live.rules.delay')}
      </label>
      <select
        id={id}
        value={delaySeconds ?? ''}
        onChange={({ currentTarget }) =>
          void room.setMessageDelay(delaySteps.find((step) => `${step}` === currentTarget.value) ?? null)
        }
        aria-describedby={`${id}-hint`}
        className="min-h-11 w-full rounded-lg border border-line-strong bg-page px-3 text-base text-ink"
      >
        <option value="">{t('studio.live.rules.delayOff')}</option>
        {delaySteps.map((seconds) => (
          <option key={seconds} value={seconds}>
            {t('studio.live.rules.delayOf', { seconds })}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="text-ink-soft text-sm">
        {t('studio.live.rules.delayHint')}
      </p>
    </div>
  );
}

/** Keeps what was typed until it is stored. */
function Words({ room }: { room: StudioRoom }) {
  const t = useT();
  const { words } = useStore(room.$room).rules;
  const [draft, setDraft] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === null) return;
    const typed = draft.split('\n').filter((line) => line.trim() !== '');
    const parsed = roomWordsSchema.safeParse(typed);
    setWrong(!parsed.success);
    if (parsed.success && (await room.setRoomWords(parsed.data))) setDraft(null);
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-2 grid gap-2">
      <label htmlFor={id} className="font-semibold text-sm">
        {t('studio.live.rules.words')}
      </label>
      <textarea
        id={id}
        rows={4}
        value={draft ?? words.join('\n')}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-hint`}
        className="w-full rounded-lg border border-line-strong bg-page px-3 py-2 text-base text-ink aria-invalid:border-danger"
      />
      <p id={`${id}-hint`} className={`text-sm ${isWrong ? 'font-medium text-danger' : 'text-ink-soft'}`}>
        {t('studio.live.rules.wordsHint')}
      </p>
      <Button type="submit" look="quiet" disabled={draft === null} className="justify-self-start">
        {t('studio.live.rules.save')}
      </Button>
    </form>
  );
}
