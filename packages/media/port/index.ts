// The media port: the interface between a product, its media server and its players. Runs in Node and browsers.
export {
  type MediaGateway,
  type PublishAgentName,
  type PublishKeys,
  type PublishTarget,
  publishAgents,
  type Received,
  type RoomState,
  type ViewerState,
} from './gateway.ts';
export {
  type IceConfig,
  type IceServerConfig,
  iceServerSchema,
  type JanusPlayerConfig,
  needsCredentials,
  type PlayerConfig,
  playerConfigSchema,
  type WhepPlayerConfig,
  whepPlayerSchema,
} from './player-config.ts';
export type { MediaStats, ServedMedia } from './served.ts';
