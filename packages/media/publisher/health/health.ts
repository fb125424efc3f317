import type { Source } from '../sources.ts';
import type { HealthNotices } from '../view.ts';
import { createLevelMeter, type LevelMeter } from './level-meter.ts';
import { createSentReader, type SentMedia, type Stats } from './sent-media.ts';
import { LimitationDetector, PictureWatch, SoundWatch } from './watches.ts';

export interface Health {
  /** Takes the counters of the connection; call it once a second. */
  observe(stats: Iterable<Stats>): { sent: SentMedia; notices: HealthNotices };
  close(): void;
}

/** Watches camera, microphone and encoder during one connection. */
export function createHealth(camera: Source, microphone: Source): Health {
  const read = createSentReader();
  const [limitation, picture, sound] = [new LimitationDetector(), new PictureWatch(), new SoundWatch()];
  let meter: LevelMeter | null = null;
  let measured: MediaStreamTrack | null = null;

  /** A new meter for a new track. */
  const levelOf = (track: MediaStreamTrack | null): number | null => {
    if (track !== measured) {
      meter?.close();
      meter = track && createLevelMeter(track);
      measured = track;
    }
    return meter?.level() ?? null;
  };
  return {
    observe(stats) {
      const now = performance.now();
      const { sent, isCpuLimited, frames, audioLevel } = read(stats);
      const isMuted = !microphone.isExpected;
      const level = levelOf(microphone.track) ?? (isMuted ? null : audioLevel);
      const notices = {
        ...sound.observe(level, isMuted, now),
        cpuLimited: limitation.observe(isCpuLimited, now),
        frozen: picture.observe(camera.isExpected ? frames : null, now),
      };
      return { sent, notices };
    },
    close: () => meter?.close(),
  };
}
