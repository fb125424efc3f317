import type { OnlineStatus } from './status.ts';

/** Pushed to every page that shows a list, profile or stream. */
export interface PerformerPushes {
  'performer-status': { user: number; username: string; onlineStatus: OnlineStatus };
}
