import { map } from 'nanostores';
import type { EndReason } from '#contract/chat/session.ts';
import type { PlayerConfig } from '#contract/media/player.ts';
import { type PlayerAgent, type PlayerStats, type PlayerView, screenOf } from './agent.ts';
import type { AgentParts } from './agent-parts.ts';
import { createAgent } from './create-agent.ts';

const idle: PlayerView = { state: { name: 'idle' }, needsUnmute: true };

/** The one player of the page, as islands render it. */
export const $player = map<PlayerView>(idle);

let agent: PlayerAgent | null = null;

/** Plays in this element; a stream that was playing gives way. Throws when the agent can not be made. */
export function play(config: PlayerConfig, video: HTMLVideoElement, renew?: AgentParts['renew']): void {
  destroyPlayer();
  agent = createAgent(config, { screen: screenOf(video), onChange: (view) => $player.set(view), renew });
  agent.start();
}

/** Ends the stream and says why; the reason stays to be read. */
export function endPlayer(reason: EndReason): void {
  agent?.stop(reason);
}

export function setMuted(muted: boolean): void {
  agent?.setMuted(muted);
}

/** For keep-alive; null while nothing was ever played. */
export function playerStats(): PlayerStats | null {
  return agent?.stats() ?? null;
}

/** Takes the player away, as when its page is left. */
export function destroyPlayer(): void {
  agent?.stop('left');
  agent = null;
  $player.set(idle);
}
