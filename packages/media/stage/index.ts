// A fake media server for tests of a product: its state follows the test's orders, and its player draws the picture.

export type { StageWindow } from './page-script.ts';
export type { ViewerOrder } from './protocol.ts';
export { orderOnStage, publishOnStage, type StageConfig } from './protocol.ts';
export { createStageMedia, type StageOptions } from './stage.ts';
