/*
 * werift 0.25.2
 *
 * Symptom: after an ICE restart the transport performs no connectivity checks, so media stops if the old path is gone.
 * The connection starts ICE only while DTLS is not connected.
 *
 * Report to file upstream:
 *   Title: ICE restart never runs connectivity checks once DTLS is connected
 *   Connect two peers, set an offer with a new ice-ufrag and ice-pwd, answer it, and watch `iceTransport.state`: it stays
 *   "new". `connect` in packages/webrtc/src/peerConnection.ts returns if the DTLS transport is connected, before it calls
 *   `iceTransport.start`.
 */
import type { RTCDtlsTransport } from 'werift';

/** Runs the checks of an ICE restart. Failure needs no handling: the peer falls silent and times out. */
export function runRestart({ iceTransport }: RTCDtlsTransport): void {
  iceTransport.start().catch(() => undefined);
}
