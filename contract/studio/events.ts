import type { CamBackPushes } from '../chat/cam-back.ts';

/** Pushed to a performer's own sockets. */
export interface StudioPushes extends CamBackPushes {
  'studio-tip': { member: string; amount: number; message: string; credits: number };
}
