import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { imageAt } from '#contract/image.ts';
import { AWAY_MAX } from '#contract/performers/profile/away.ts';
import type { StudioAway } from '#contract/studio/away-calls.ts';
import { type AwayStatus, openAway } from '#lib/studio/away.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { useT } from '../../ui/controls/Messages.tsx';

const saying = {
  saved: 'studio.live.away.saved',
  long: 'studio.live.away.long',
  words: 'studio.live.away.words',
  picture: 'studio.live.away.gone',
  changed: 'studio.live.away.changed',
  failed: 'studio.live.away.failed',
} as const satisfies Partial<Record<AwayStatus, string>>;

const isSaying = (status: AwayStatus): status is keyof typeof saying => status in saying;

/** What viewers read and see while she is in pause. Keeps what was typed until it is stored. */
export function AwayForm() {
  const t = useT();
  const id = useId();
  const [away] = useState(openAway);
  useEffect(() => void away.readAway(), [away]);
  const { text, picture, pictures, status } = useStore(away.$away);
  const [draft, setDraft] = useState<{ text?: string; picture?: number | null }>({});
  const chosen = { text, picture, ...draft };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await away.saveAway(chosen);
    if (away.$away.get().status === 'saved') setDraft({});
  };
  const isRefused = status === 'long' || status === 'words';
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-3 pt-2">
      <label htmlFor={id} className="font-semibold text-sm">
        {t('studio.live.away.label')}
      </label>
      <input
        id={id}
        dir="auto"
        value={chosen.text}
        disabled={status === 'loading'}
        onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
        aria-invalid={isRefused || undefined}
        aria-describedby={`${id}-hint`}
        className="min-h-11 w-full rounded-lg border border-line-strong bg-page px-3 text-base text-ink"
      />
      <p id={`${id}-hint`} className="text-ink-soft text-sm">
        {t('studio.live.away.hint', { max: AWAY_MAX })}
      </p>
      <Pictures
        pictures={pictures}
        chosen={chosen.picture}
        onChoose={(one) => setDraft({ ...draft, picture: one })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="quiet" busy={status === 'saving'} className="min-h-11">
          {t('studio.live.away.save')}
        </Button>
        <p role="status" className={`text-sm ${status === 'saved' ? 'text-positive' : 'text-danger'}`}>
          {isSaying(status) ? t(saying[status], { max: AWAY_MAX }) : ''}
        </p>
      </div>
      {status === 'changed' && (
        <p dir="auto" className="wrap-anywhere rounded-lg bg-sunken px-3 py-2 text-sm">
          {text || t('studio.live.away.nothing')}
        </p>
      )}
    </form>
  );
}

interface PicturesProps {
  pictures: StudioAway['pictures'];
  chosen: number | null;
  onChoose: (picture: number | null) => void;
}

function Pictures({ pictures, chosen, onChoose }: PicturesProps) {
  const t = useT();
  const look =
    'relative grid h-16 min-w-16 cursor-pointer place-items-center overflow-hidden rounded-lg border-2 border-line px-2 text-sm has-checked:border-accent has-focus-visible:outline-2';
  if (pictures.length === 0)
    return <p className="text-ink-soft text-sm">{t('studio.live.away.noPictures')}</p>;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold text-sm">{t('studio.live.away.pictures')}</legend>
      <div className="flex max-h-44 flex-wrap gap-2 overflow-y-auto">
        {[null, ...pictures].map((one, at) => (
          <label key={one?.id ?? 0} className={look}>
            <input
              type="radio"
              name="away-picture"
              checked={chosen === (one?.id ?? null)}
              onChange={() => onChoose(one?.id ?? null)}
              className="absolute top-1 left-1 z-1 size-5 accent-accent"
            />
            {one ? (
              <img
                src={imageAt(one.picture.url, 320)}
                alt={t('studio.live.away.picture', { place: at })}
                loading="lazy"
                style={{ backgroundColor: one.picture.color }}
                className="absolute inset-0 size-full object-cover"
              />
            ) : (
              <span className="pt-5">{t('studio.live.away.none')}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
