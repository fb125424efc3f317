import type { RtpPacket } from 'werift';

/** The payload of a packet's header extension (RFC 8285); undefined if missing. */
export const extensionOf = ({ header }: RtpPacket, extensionId: number): Buffer | undefined =>
  header.extensions.find(({ id }) => id === extensionId)?.payload;
