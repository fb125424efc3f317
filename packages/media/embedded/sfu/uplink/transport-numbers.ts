import type { OfferSection } from '../../../whip/sdp/offer.ts';
import type { Choice } from '../answer.ts';
import { sentExtension } from './extensions.ts';

const uri = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/** The header extension in which an encoder numbers its packets over all of its streams. */
export interface TransportNumbers {
  extensionId: number;
  /** Answer lines that ask for it. */
  lines: readonly string[];
}

/** Null if the section's packets are not numbered, or if its sender wants no arrival reports. */
export function readTransportNumbers({ lines }: OfferSection, { codecs }: Choice): TransportNumbers | null {
  const mapping = sentExtension(lines, uri);
  const reported = codecs.flatMap(({ payloadType }) => `a=rtcp-fb:${payloadType} transport-cc`);
  if (!mapping || !reported.every((line) => lines.includes(line))) return null;
  return { extensionId: mapping.id, lines: [mapping.line, ...reported] };
}
