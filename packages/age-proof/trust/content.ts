import type { Certificate } from '../lib/certificate.ts';
import { below, childrenOf, parseXml, TSL, textOf } from './xml.ts';

/** Identifiers of the EU's list of issuers of proofs of age. */
const EU = 'http://ec.europa.eu/tools/lotl/av/TrstSvc';
export const LIST_TYPE = `${EU}/TrustedList/TSLType/AVTL`;
export const SERVICE_TYPE = `${EU}/Svctype/PAA`;
export const RECOGNIZED = `${EU}/TrustedList/Svcstatus/recognized`;

/** What a verification needs of a list (ETSI TS 119 612). */
export interface ListContent {
  sequence: number;
  /** ms, from `NextUpdate` */
  until: number;
  anchors: Certificate[];
}

/** Reads a list whose signature was checked. Throws if it is another kind of list, or has no issuer. */
export function readList(
  xml: string,
  certificate: (der: Uint8Array) => Certificate,
  now: number,
): ListContent {
  const root = parseXml(xml).documentElement;
  const [scheme] = childrenOf(root, TSL, 'SchemeInformation');
  if (!scheme) throw new Error('the list has no information about itself');
  const value = (name: string) => textOf(childrenOf(scheme, TSL, name)[0]);
  if (value('TSLType') !== LIST_TYPE) throw new Error('not a list of issuers of proofs of age');
  const [sequence, until] = [Number(value('TSLSequenceNumber')), Date.parse(value('NextUpdate'))];
  if (!Number.isSafeInteger(sequence) || Number.isNaN(until))
    throw new Error('the list has no sequence number or next update');
  const anchors = below(root, TSL, 'TSPService').flatMap((service) => anchorsOf(service, certificate, now));
  if (anchors.length === 0) throw new Error('the list has no recognized issuer');
  return { sequence, until, anchors };
}

function anchorsOf(
  service: Element,
  certificate: (der: Uint8Array) => Certificate,
  now: number,
): Certificate[] {
  const [information] = childrenOf(service, TSL, 'ServiceInformation');
  if (!information) return [];
  const value = (name: string) => textOf(childrenOf(information, TSL, name)[0]);
  if (value('ServiceTypeIdentifier') !== SERVICE_TYPE || value('ServiceStatus') !== RECOGNIZED) return [];
  // NaN is later than now, too.
  if (!(Date.parse(value('StatusStartingTime')) <= now)) return [];
  return below(information, TSL, 'X509Certificate').flatMap((one) => {
    try {
      const anchor = certificate(Uint8Array.from(Buffer.from(textOf(one), 'base64')));
      anchor.facts();
      return [anchor];
    } catch {
      // One issuer's unreadable certificate must not exclude the others.
      return [];
    }
  });
}
