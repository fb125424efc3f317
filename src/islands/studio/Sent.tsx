import { useStore } from '@nanostores/react';
import { lineOf } from '#lib/studio/live/lines.ts';
import { useT } from '../ui/Messages.tsx';
import { useStudio } from './studio-page.ts';

/** What arrives at the media server, and how well. */
export function Sent() {
  const t = useT();
  const { broadcast } = useStudio();
  const sent = useStore(broadcast.$sending)?.sent;
  const [largest] = sent?.layers ?? [];
  if (!sent || !largest) return null;
  const mbit = Math.round((sent.videoBitrate + sent.audioBitrate) / 100_000) / 10;
  const numbers = {
    width: String(largest.width),
    height: String(largest.height),
    fps: Math.round(largest.framesPerSecond),
    mbit,
  };
  const line = lineOf(sent);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm tabular-nums">
      {line && <b className="basis-full text-ink">{t(`studio.live.line.${line}`)}</b>}
      <span>{t('studio.live.rehearsal.sent', numbers)}</span>
      {sent.lost !== null && sent.lost > 0.005 && (
        <span>{t('studio.live.rehearsal.lost', { percent: Math.round(sent.lost * 100) })}</span>
      )}
    </p>
  );
}
