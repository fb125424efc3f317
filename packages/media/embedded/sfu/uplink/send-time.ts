import type { RtpPacket } from 'werift';
import type { OfferSection } from '../../../whip/sdp/offer.ts';
import { absSendTimeUri } from '../peer.ts';
import { extensionOf } from '../rtp/extension.ts';
import { type SentExtension, sentExtension } from './extensions.ts';

/** 24 bits of seconds, 18 of them the fraction. */
const wrap = 2 ** 24;
const stepsPerMs = 2 ** 18 / 1000;

/** The extension in which an encoder states when it sends each packet; null if it does not. */
export const readSendTime = ({ lines }: OfferSection): SentExtension | null =>
  sentExtension(lines, absSendTimeUri);

/** Reads when packets were sent, in ms of a clock that begins with the first one. */
export function createSendTimes(extensionId: number) {
  let last: number | null = null;
  let passed = 0;
  return (packet: RtpPacket): number | null => {
    const stated = extensionOf(packet, extensionId);
    if (stated?.length !== 3) return null;
    const steps = stated.readUIntBE(0, 3);
    const ahead = (steps - (last ?? steps) + wrap) % wrap;
    // A reordered packet is a little behind the last one.
    passed += ahead < wrap / 2 ? ahead : ahead - wrap;
    last = steps;
    return passed / stepsPerMs;
  };
}
