/*
 * werift 0.25.2
 *
 * Symptom: a binding request succeeds with any USERNAME. Anyone who finds the port can make an ICE-lite server send to
 * them.
 *
 * Report to file upstream:
 *   Title: ICE agent answers binding requests without checking USERNAME
 *   Create an RTCPeerConnection with iceLite, answer an offer, and send a binding request with USERNAME "x:y" to its
 *   candidate: it answers 0x0101. RFC 8445, 7.3 and RFC 8489, 9.1.3 require 401 unless the part before the colon is the
 *   own ufrag. See `ensureProtocol` in packages/ice/src/ice.ts.
 */
import type { Message, RTCPeerConnection } from 'werift';

/** For `iceFilterStunResponse`: whether a binding request names both ends of the session. */
export function namesSession({ iceTransports: [transport] }: RTCPeerConnection, request: Message): boolean {
  const { localUsername, remoteUsername } = transport?.connection ?? {};
  return request.getAttributeValue('USERNAME') === `${localUsername}:${remoteUsername}`;
}
