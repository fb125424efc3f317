import { RTCRtpCodecParameters } from 'werift';
import type { MediaKind, OfferedCodec } from '../../../whip/sdp/codecs.ts';

/** The parameters of a codec, and of its RTX codec if offered. */
export function toParameters(kind: MediaKind, codec: OfferedCodec): RTCRtpCodecParameters[] {
  const { name, payloadType, clockRate, fmtp, rtx } = codec;
  const media = new RTCRtpCodecParameters({
    mimeType: `${kind}/${name}`,
    payloadType,
    clockRate,
    ...(kind === 'audio' ? { channels: 2 } : {}),
    ...(fmtp ? { parameters: fmtp } : {}),
  });
  if (rtx === undefined) return [media];
  const parameters = `apt=${payloadType}`;
  return [
    media,
    new RTCRtpCodecParameters({ mimeType: `${kind}/rtx`, payloadType: rtx, clockRate, parameters }),
  ];
}
