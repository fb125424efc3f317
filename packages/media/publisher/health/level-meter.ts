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
