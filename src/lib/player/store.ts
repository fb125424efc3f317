import { map } from 'nanostores';
import type { EndReason } from '#contract/chat/session.ts';
import type { PlayerConfig } from '#contract/media/player.ts';
import { type PlayerAgent, type PlayerStats, type PlayerView, screenOf } from './agent.ts';
import type { AgentParts } from './agent-parts.ts';
import { createAgent } from './create-agent.ts';

const idle: PlayerView = { state: { name: 'idle' }, needsUnmute: true };

/** The one player of the page. */
export const $player = map<PlayerView>(idle);

let agent: PlayerAgent | null = null;

/** Replaces a stream that is playing. Throws when there is no player for the config. */
export function play(config: PlayerConfig, video: HTMLVideoElement, renew?: AgentParts['renew']): void {
  destroyPlayer();
  agent = createAgent(config, { screen: screenOf(video), onChange: (view) => $player.set(view), renew });
  agent.start();
}

/** The reason stays readable. */
export function endPlayer(reason: EndReason): void {
  agent?.stop(reason);
}

export function setMuted(muted: boolean): void {
  agent?.setMuted(muted);
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
