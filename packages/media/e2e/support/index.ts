// For browser tests of a product that uses this package.
export { expectDecoded, recordConnections } from './connections.ts';
export { base, type MediaOptions } from './media-fixtures.ts';
export { bundlePlayer, framesOf, type PlayerWindow } from './player-page.ts';
export { bundleStagePlayer } from './stage-player.ts';
