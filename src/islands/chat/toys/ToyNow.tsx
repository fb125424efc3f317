import { useStore } from '@nanostores/react';
import { Vibrate } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toyNow } from '#lib/chat/tip-texts.ts';
import { $toy, type PlayingToy } from '#lib/chat/toys/toy.ts';
import { steadyNow } from '#lib/shell/time.ts';
import { useT } from '../../ui/controls/Messages.tsx';

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
