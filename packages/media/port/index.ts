// The media port: what a product asks of a media server, and what it tells its players. Runs anywhere.
export type { PublishKeys } from '../access/targets.ts';
export type { MediaGateway, PublishTarget, RoomState, ViewerState } from './gateway.ts';
export { type IceConfig, needsCredentials } from './ice-config.ts';
export {
  type IceServerConfig,
  iceServerSchema,
  type JanusPlayerConfig,
  type PlayerConfig,
  playerConfigSchema,
  type WhepPlayerConfig,
  whepPlayerSchema,
} from './player-config.ts';
export { type PublishAgentName, publishAgents } from './publish-agent.ts';
export type { MediaStats, ServedMedia } from './served.ts';
