import type { OnlineStatus } from './status.ts';

/** Pushed to everyone with a list, profile or stream open. */
export interface PerformerPushes {
  'performer-status': { user: number; username: string; onlineStatus: OnlineStatus };
}
