import { useStore } from '@nanostores/react';
import { lineOf } from '#lib/studio/live/lines.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { useStudio } from '../studio-page.ts';

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

/** What reaches the media server, from an encoder or a page. */
export function Receiving() {
  const t = useT();
  const { room } = useStudio();
  const received = useStore(room.$audience)?.received;
  const bitrate = received?.bitrate ?? 0;
  // Two digits also of a picture that needs little.
  const step = bitrate < 1_000_000 ? 10_000 : 100_000;
  const mbit = (Math.round(bitrate / step) * step) / 1_000_000;
  const { size, framesPerSecond: fps = null } = received ?? {};
  return (
    <p className="font-semibold tabular-nums">
      {!received
        ? t('studio.live.encoder.nothing')
        : size && fps !== null
          ? t('studio.live.encoder.receiving', {
              width: String(size.width),
              height: String(size.height),
              fps,
              mbit,
            })
          : t('studio.live.encoder.receivingBits', { mbit })}
    </p>
  );
}
