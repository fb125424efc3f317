// Media without media, for tests of a product: a gateway that tells what a test tells it, and a player that draws.
export { orderOnStage, publishOnStage, type StageConfig } from './client.ts';
export type { StageWindow } from './page-script.ts';
export type { ViewerOrder } from './protocol.ts';
export { createStageMedia, type StageOptions } from './stage.ts';
