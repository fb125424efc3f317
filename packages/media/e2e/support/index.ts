// For browser tests of a product that uses this package.
export { expectDecoded, recordConnections } from './connections.ts';
export { bundlePlayer, framesOf, type PlayerWindow } from './media-site.ts';
export { base, type MediaOptions } from './own-media.ts';
export { bundleStagePlayer } from './stage-player.ts';
