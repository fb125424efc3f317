import { atom, type MapStore, map, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { PlayerConfig } from '../port/player-config.ts';
import { type PlayerAgent, type PlayerStats, type PlayerView, screenOf } from './agent.ts';
import { $volume, keepVolume, type Volume } from './controls/controls.ts';
import { createAgent } from './create-agent.ts';
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
  /** Null before the first stream and after `destroyPlayer`. */
  playerStats(): PlayerStats | null;
  destroyPlayer(): void;
}

/** The viewer's volume. */
export interface VolumeChoice {
  readonly $volume: ReadableAtom<Volume>;
  keepVolume(volume: Volume): void;
}

export function playerWith({ $volume, keepVolume }: VolumeChoice): Player {
  const $player = map<PlayerView>(idle);
  const $screen = atom<HTMLVideoElement | null>(null);
  let agent: PlayerAgent | null = null;

  const setMuted = (muted: boolean): void => {
    agent?.setMuted(muted);
    keepVolume({ ...$volume.get(), sound: !muted });
  };
  const destroyPlayer = (): void => {
    agent?.stop('left');
    agent = null;
    $player.set(idle);
  };
  return {
    $player,
    $screen,
    play(config, video, renew) {
      destroyPlayer();
      agent = createAgent(config, {
        screen: screenOf(video),
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
    playerStats: () => agent?.stats() ?? null,
    destroyPlayer,
  };
}

/** The page's instance. */
export const { $player, $screen, play, endPlayer, setMuted, setVolume, playerStats, destroyPlayer } =
  playerWith({ $volume, keepVolume });

/** A player beside the page's own: muted at first, and without a stored volume. `destroyPlayer` ends it. */
export function createPlayer(): Player {
  const $volume = atom<Volume>({ level: 1, sound: false });
  return playerWith({ $volume, keepVolume: (volume) => $volume.set(volume) });
}
