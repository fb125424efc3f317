import { useStore } from '@nanostores/react';
import { useT } from '../ui/Messages.tsx';
import { useStudio } from './studio-page.ts';

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
