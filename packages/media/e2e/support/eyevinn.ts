import { WebRTCPlayer } from '@eyevinn/webrtc-player';
import { WHIPClient } from '@eyevinn/whip-web-client';

/** Two third-party clients, for the page of e2e/eyevinn.spec.ts. */
export interface EyevinnWindow {
  eyevinn: { WHIPClient: typeof WHIPClient; WebRTCPlayer: typeof WebRTCPlayer };
  ingest?: WHIPClient;
  watching?: WebRTCPlayer;
}

Object.assign(window, { eyevinn: { WHIPClient, WebRTCPlayer } });
