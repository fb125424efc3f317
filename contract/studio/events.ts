/** Pushed to a performer's own sockets. */
export interface StudioPushes {
  'studio-tip': { member: string; amount: number; message: string; credits: number };
}
