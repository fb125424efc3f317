import type { RtpPacket } from 'werift';
import type { OfferSection } from '../../../whip/sdp/offer.ts';
import { extensionOf } from '../rtp/extension.ts';
import { type SentExtension, sentExtension } from './extensions.ts';

const uri = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';

/** The extension in which an encoder states how loud each packet is (RFC 6464); null if it does not. */
export const readSoundLevel = ({ kind, lines }: OfferSection): SentExtension | null =>
  kind === 'audio' ? sentExtension(lines, uri) : null;

/** -dBov of a packet: 0 is loudest, 127 is silence; null if it states no level. */
export function soundLevelOf(packet: RtpPacket, extensionId: number | null): number | null {
  const level = extensionId === null ? undefined : extensionOf(packet, extensionId)?.[0];
  return level === undefined ? null : level & 0x7f;
}
