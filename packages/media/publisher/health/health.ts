import type { Source } from '../sources.ts';
import type { HealthNotices } from '../view.ts';
import { createSentReader, type SentMedia, type Stats } from './sent-media.ts';
import { LimitationDetector, PictureWatch, SoundWatch } from './watches.ts';

/** Samples per measurement: two thirds of a second at 48 kHz. */
const SAMPLES = 32_768;

export interface LevelMeter {
  /** RMS of the last two thirds of a second, 0 to 1; null while the browser delivers no sound. */
  level(): number | null;
  /** Ends the meter's copy of the track, which keeps the microphone open. */
  close(): void;
}

/** Measures a microphone, also while it is muted: on a copy of its track. Null if the browser cannot. */
export function createLevelMeter(track: MediaStreamTrack): LevelMeter | null {
  if (typeof AudioContext !== 'function') return null;
  const copy = track.clone();
  copy.enabled = true;
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES });
  new MediaStreamAudioSourceNode(context, { mediaStream: new MediaStream([copy]) }).connect(analyser);
  const samples = new Float32Array(SAMPLES);
  return {
    level() {
      if (context.state !== 'running') {
        // Browsers suspend it before the first click, and iOS during a call.
        context.resume().catch(() => undefined);
        return null;
      }
      analyser.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / SAMPLES);
    },
    close() {
      copy.stop();
      context.close().catch(() => undefined);
    },
  };
}

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
      const { sent, frames, audioLevel } = read(stats);
      const isMuted = !microphone.isExpected;
      const level = levelOf(microphone.track) ?? (isMuted ? null : audioLevel);
      const notices = {
        ...sound.observe(level, isMuted, now),
        cpuLimited: limitation.observe(sent.limitedBy === 'cpu', now),
        frozen: picture.observe(camera.isExpected ? frames : null, now),
      };
      return { sent, notices };
    },
    close: () => meter?.close(),
  };
}
