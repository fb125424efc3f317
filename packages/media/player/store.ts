import { atom, map } from 'nanostores';
import type { PlayerConfig } from '../port/player-config.ts';
import { type PlayerAgent, type PlayerStats, type PlayerView, screenOf } from './agent.ts';
import type { AgentParts } from './agent-parts.ts';
import { $volume, keepVolume } from './controls/volume.ts';
import { createAgent } from './create-agent.ts';

const idle: PlayerView = { state: { name: 'idle' }, needsUnmute: true };

/** The one player of the page. */
export const $player = map<PlayerView>(idle);

/** The element it plays on; null before. */
export const $screen = atom<HTMLVideoElement | null>(null);

let agent: PlayerAgent | null = null;

/** Replaces a stream that is playing. Throws when there is no player for the config. */
export function play(config: PlayerConfig, video: HTMLVideoElement, renew?: AgentParts['renew']): void {
  destroyPlayer();
  agent = createAgent(config, { screen: screenOf(video), onChange: (view) => $player.set(view), renew });
  $screen.set(video);
  const { level, sound } = $volume.get();
  video.volume = level;
  agent.start();
  // A page that was clicked on may sound at once; elsewhere browsers would stop the picture.
  if (sound && navigator.userActivation?.hasBeenActive) agent.setMuted(false);
}

/** The reason stays readable. */
export function endPlayer(reason: string): void {
  agent?.stop(reason);
}

/** The viewer's choice, which the next stream starts with. */
export function setMuted(muted: boolean): void {
  agent?.setMuted(muted);
  keepVolume({ ...$volume.get(), sound: !muted });
}

/** 0 to 1. At 0 the sound is off, and comes back where it was. */
export function setVolume(level: number): void {
  if (level <= 0) {
    setMuted(true);
    return;
  }
  const screen = $screen.get();
  if (screen) screen.volume = level;
  keepVolume({ ...$volume.get(), level: Math.min(1, level) });
  if (!$volume.get().sound || $player.get().needsUnmute) setMuted(false);
}

/** Null before anything was played. */
export function playerStats(): PlayerStats | null {
  return agent?.stats() ?? null;
}

export function destroyPlayer(): void {
  agent?.stop('left');
  agent = null;
  $player.set(idle);
}
