import { atom, type MapStore, map, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { PlayerConfig } from '../port/player-config.ts';
import { type PlayerAgent, type PlayerStats, type PlayerView, screenOf } from './agent.ts';
import { $volume, keepVolume, type Volume } from './controls/controls.ts';
import { createAgent } from './create-agent.ts';
import { $still, holdPicture, releasePicture } from './still.ts';
import type { AgentParts } from './whep-session.ts';

const idle: PlayerView = { state: { name: 'idle' }, needsUnmute: true };

export interface Player {
  readonly $player: MapStore<PlayerView>;
  /** The video element; null before the first stream. */
  readonly $screen: WritableAtom<HTMLVideoElement | null>;
  /** Plays a stream, replacing the current one. Throws if no agent supports the config. */
  play(config: PlayerConfig, video: HTMLVideoElement, renew?: AgentParts['renew']): void;
  /** Stops the stream; `reason` stays readable in `$player`. */
  endPlayer(reason: string): void;
  /** Sets and stores the viewer's choice, which the next stream starts with. */
  setMuted(muted: boolean): void;
  /** 0 to 1. At 0 the sound is muted and keeps its previous level. */
  setVolume(level: number): void;
  /** Makes a waiting attempt to connect now. */
  hurryPlayer(): void;
  /** Null before the first stream and after `destroyPlayer`. */
  playerStats(): PlayerStats | null;
  /** `keepsPicture`: the last picture stays until the next stream shows a frame, for 20 s at most. */
  destroyPlayer(choice?: { readonly keepsPicture?: boolean }): void;
}

/** The viewer's volume. */
export interface VolumeChoice {
  readonly $volume: ReadableAtom<Volume>;
  keepVolume(volume: Volume): void;
}

/** `holds`: keeps the last picture while reconnecting. */
export function playerWith({ $volume, keepVolume }: VolumeChoice, holds = false): Player {
  const $player = map<PlayerView>(idle);
  const $screen = atom<HTMLVideoElement | null>(null);
  let agent: PlayerAgent | null = null;

  const setMuted = (muted: boolean): void => {
    agent?.setMuted(muted);
    keepVolume({ ...$volume.get(), sound: !muted });
  };
  const stopAgent = (): void => {
    agent?.stop('left');
    agent = null;
    $player.set(idle);
  };
  const destroyPlayer: Player['destroyPlayer'] = ({ keepsPicture = false } = {}) => {
    const video = $screen.get();
    if (keepsPicture && agent && video) holdPicture(video);
    else if ($still.get()?.video === video) releasePicture();
    stopAgent();
  };
  return {
    $player,
    $screen,
    play(config, video, renew) {
      stopAgent();
      agent = createAgent(config, {
        screen: screenOf(video, holds),
        onChange: (view) => $player.set(view),
        renew,
      });
      $screen.set(video);
      const { level, sound } = $volume.get();
      video.volume = level;
      agent.start();
      // Without a click on the page, browsers pause a video that is unmuted.
      if (sound && navigator.userActivation?.hasBeenActive) agent.setMuted(false);
    },
    endPlayer: (reason) => agent?.stop(reason),
    setMuted,
    setVolume(level) {
      if (level <= 0) {
        setMuted(true);
        return;
      }
      const screen = $screen.get();
      if (screen) screen.volume = level;
      keepVolume({ ...$volume.get(), level: Math.min(1, level) });
      if (!$volume.get().sound || $player.get().needsUnmute) setMuted(false);
    },
    hurryPlayer: () => agent?.hurry?.(),
    playerStats: () => agent?.stats() ?? null,
    destroyPlayer,
  };
}

/** The page's instance. */
export const {
  $player,
  $screen,
  play,
  endPlayer,
  setMuted,
  setVolume,
  playerStats,
  destroyPlayer,
  hurryPlayer,
} = playerWith({ $volume, keepVolume }, true);

/** A player beside the page's own: muted at first, and without a stored volume. `destroyPlayer` ends it. */
export function createPlayer(): Player {
  const $volume = atom<Volume>({ level: 1, sound: false });
  return playerWith({ $volume, keepVolume: (volume) => $volume.set(volume) });
}
