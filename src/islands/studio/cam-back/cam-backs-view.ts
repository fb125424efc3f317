import type { CamBacks } from '#lib/studio/live/cam-backs.ts';

/** The members' cameras on one page, and which of them is played. */
export interface CamBacksView {
  readonly camBacks: CamBacks;
  /** Session of the camera to play; null for no camera. */
  readonly chosen: string | null;
  /** Session of the camera that was played before. */
  readonly previous: string | null;
  watch(session: string | null): void;
}
