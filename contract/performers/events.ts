import type { OnlineStatus } from './status.ts';

/** Pushed to everyone who looks at a list, a profile or a stream. */
export interface PerformerPushes {
  'performer-status': { user: number; username: string; onlineStatus: OnlineStatus };
}
