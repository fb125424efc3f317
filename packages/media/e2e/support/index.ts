// For browser tests of a product that uses this package.
export { expectDecoded, recordConnections } from './connections.ts';
export { base, type MediaOptions } from './media-fixtures.ts';
export { bundlePlayer, bundleStagePlayer, framesOf, type PlayerWindow } from './player-page.ts';
