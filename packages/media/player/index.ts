// The browser player (WHEP or Janus to <video>) and publisher (camera to WHIP).
export type { PlayerAgent, PlayerState, PlayerTrouble } from './agent.ts';
export {
  $isFullscreen,
  $isPoppedOut,
  $volume,
  canPopOut,
  fullscreenOf,
  keepVolume,
  readVolume,
  toggleFullscreen,
  togglePopOut,
  watchPopOut,
} from './controls/controls.ts';
export type { NanoLibrary } from './create-agent.ts';
export type { PublishAgent, PublishState } from './publish/agent.ts';
export { createPublishAgent } from './publish/agent.ts';
export { $still, releasePicture, STILL_MS } from './still.ts';
export {
  $player,
  $screen,
  createPlayer,
  destroyPlayer,
  endPlayer,
  hurryPlayer,
  type Player,
  play,
  playerStats,
  setMuted,
  setVolume,
} from './store.ts';
export { browserPowers, supportLevel } from './support.ts';
