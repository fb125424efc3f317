import { Source } from './source.ts';
import type { SourceName, SourceState } from './view.ts';

export interface SourcesParts {
  onChange(states: Record<SourceName, SourceState | null>): void;
  /** The system has given a device back. */
  onUnmute(): void;
  onUnplugged?: ((name: SourceName) => void) | undefined;
  openMicrophone?: (() => Promise<MediaStreamTrack>) | undefined;
  /** A microphone was opened instead of an unplugged one. */
  onOther(track: MediaStreamTrack): void;
}

export interface Sources extends Record<SourceName, Source> {
  readonly tracks: MediaStreamTrack[];
  /** Makes a track the camera or the microphone. */
  use(track: MediaStreamTrack, isMusic: boolean): void;
  /** Stops the microphones opened here. */
  close(): void;
}

/** The devices of a publisher. */
export function createSources(parts: SourcesParts): Sources {
  const opened: MediaStreamTrack[] = [];
  let isOver = false;

  /** If no microphone opens, its state stays unplugged. */
  const openOther = async (): Promise<void> => {
    const track = await parts.openMicrophone?.().catch(() => null);
    if (!track) return;
    opened.push(track);
    if (isOver) track.stop();
    else parts.onOther(track);
  };
  const events = {
    onChange: () => parts.onChange({ camera: camera.state, microphone: microphone.state }),
    onUnmute: () => parts.onUnmute(),
    onUnplugged: (name: SourceName) => {
      parts.onUnplugged?.(name);
      if (name === 'microphone') void openOther();
    },
  };
  const [camera, microphone] = [new Source('camera', events), new Source('microphone', events)];
  return {
    camera,
    microphone,
    get tracks() {
      return [camera.track, microphone.track].filter((track) => track !== null);
    },
    use(track, isMusic) {
      const isVideo = track.kind === 'video';
      track.contentHint = isVideo ? 'motion' : isMusic ? 'music' : 'speech';
      (isVideo ? camera : microphone).use(track);
    },
    close() {
      isOver = true;
      for (const source of [camera, microphone]) source.close();
      for (const track of opened) track.stop();
    },
  };
}
