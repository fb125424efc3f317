import type { RtpPacket } from 'werift';

/** What a packet carries in a header extension (RFC 8285). */
export const extensionOf = ({ header }: RtpPacket, extensionId: number): Buffer | undefined =>
  header.extensions.find(({ id }) => id === extensionId)?.payload;
