import { useStore } from '@nanostores/react';
import { Vibrate } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toyLevels } from '#contract/chat/toy-calls.ts';
import { toyNow } from '#lib/chat/room-lines.ts';
import { $toy, type PlayingToy } from '#lib/chat/toys/toy.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { formatNumber } from '#lib/site/numbers.ts';
import { useT } from '../../ui/controls/Messages.tsx';

interface ToyLevelsProps {
  name: string;
  /** Null while the field has no amount. */
  amount: number | null;
  locale: string;
  onChoose: (amount: number) => void;
}

/** Replaces the presets while tips move the toy. */
export function ToyLevels({ name, amount, locale, onChoose }: ToyLevelsProps) {
  const t = useT();
  return (
    <fieldset data-testid="toy-levels">
      <legend className="mb-2 font-semibold">{t('toys.title', { name })}</legend>
      <div className="grid grid-cols-3 gap-2">
        {toyLevels.map((level, index) => (
          <button
            key={level.name}
            type="button"
            aria-pressed={amount === level.amount}
            onClick={() => onChoose(level.amount)}
            className="stream-preset"
          >
            <Strength level={index + 1} />
            <span className="text-sm">
              <span>{t(`toys.level.${level.name}`)}</span>{' '}
              <span className="text-ink-soft">{t('toys.seconds', { seconds: level.seconds })}</span>
            </span>{' '}
            <b className="tabular-nums" translate="no">
              {formatNumber(level.amount, locale)}
            </b>
          </button>
        ))}
      </div>
      <Queue />
    </fieldset>
  );
}

/** Draws as many bars as the level's rank. */
function Strength({ level }: { level: number }) {
  return (
    <span aria-hidden className="flex h-6 items-end gap-0.5">
      {toyLevels.map(({ name }, index) => (
        <span
          key={name}
          style={{ height: `${30 + index * 14}%` }}
          className={`w-1 rounded-sm ${index < level ? 'bg-accent-ink' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}

function Queue() {
  const t = useT();
  const { playing, waiting } = useStore($toy);
  const now = playing ? toyNow(t, playing) : t('toys.still');
  return (
    <p className="mt-2 min-h-5 text-ink-soft text-sm">
      {waiting > 0 ? `${now} · ${t('toys.waiting', { count: waiting })}` : now}
    </p>
  );
}

/** On the picture while a toy moves: level, giver, time left and waiting runs. Not announced: the chat does that. */
export function ToyNow() {
  const t = useT();
  const { playing, waiting } = useStore($toy);
  if (!playing) return null;
  return (
    <p className="stream-toy" data-testid="toy-now">
      <Vibrate aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0 truncate">{toyNow(t, playing)}</span>
      <Left key={playing.endsAt} playing={playing} />
      {waiting > 0 && (
        <span className="shrink-0 font-normal text-white/85">{t('toys.waiting', { count: waiting })}</span>
      )}
    </p>
  );
}

function Left({ playing }: { playing: PlayingToy }) {
  const t = useT();
  const [now, setNow] = useState(steadyNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(steadyNow()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((playing.endsAt - now) / 1000));
  return <span className="shrink-0 tabular-nums">{t('toys.seconds', { seconds })}</span>;
}
