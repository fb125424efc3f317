import { createHash, sign, X509Certificate } from 'node:crypto';
import { LIST_TYPE, RECOGNIZED, SERVICE_TYPE } from '../trust/content.ts';
import { DSIG, EXCLUSIVE, FILTER, TSL, XADES } from '../trust/xml.ts';
import { keyOf, type Party } from './certificates.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

export interface ListOptions {
  issuers: { certificate: Uint8Array; status?: string; type?: string; since?: string }[];
  sequence?: number;
  listType?: string;
  nextUpdate?: string;
}

const service = ({
  certificate,
  status,
  type,
  since,
}: ListOptions['issuers'][number]) => `<TSPService><ServiceInformation>
<ServiceTypeIdentifier>${type ?? SERVICE_TYPE}</ServiceTypeIdentifier>
<ServiceName><Name xml:lang="en">Fictional issuer</Name></ServiceName>
<ServiceDigitalIdentity><DigitalId><X509Certificate>${base64(certificate)}</X509Certificate></DigitalId></ServiceDigitalIdentity>
<ServiceStatus>${status ?? RECOGNIZED}</ServiceStatus>
<StatusStartingTime>${since ?? '2026-01-01T00:00:00Z'}</StatusStartingTime>
</ServiceInformation></TSPService>`;

/** A list in the form of the EU's (ETSI TS 119 612), without a signature. */
export const listOf = (
  options: ListOptions,
): string => `<TrustServiceStatusList xmlns="${TSL}"><SchemeInformation>
<TSLVersionIdentifier>6</TSLVersionIdentifier>
<TSLSequenceNumber>${options.sequence ?? 1}</TSLSequenceNumber>
<TSLType>${options.listType ?? LIST_TYPE}</TSLType>
<ListIssueDateTime>2026-10-01T00:00:00Z</ListIssueDateTime>
<NextUpdate><dateTime>${options.nextUpdate ?? '2027-04-01T00:00:00Z'}</dateTime></NextUpdate>
</SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPServices>
${options.issuers.map(service).join('\n')}
</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`;

export interface ListSignature {
  /** Certificate in the signed properties, the signer's unless given. */
  named?: Uint8Array;
  /** An XPath whose nodes are left out, instead of the enveloped signature. */
  filter?: string;
  algorithm?: string;
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64');

/** Signs a list by XAdES. All parts are written in their canonical form, without the library that checks them. */
export function signList(xml: string, signer: Party, options: ListSignature = {}): string {
  const { named = signer.certificate, filter, algorithm = 'ecdsa-sha256' } = options;
  const ds = `xmlns:ds="${DSIG}"`;
  const digest = (value: string, scope = '') =>
    `<ds:DigestMethod${scope} Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue${scope}>${value}</ds:DigestValue>`;
  const certificate = `<xades:Cert><xades:CertDigest>${digest(sha256(named), ` ${ds}`)}</xades:CertDigest></xades:Cert>`;
  const properties = `<xades:SignedProperties xmlns:xades="${XADES}" Id="xades-1"><xades:SignedSignatureProperties><xades:SigningTime>2026-10-01T00:00:00Z</xades:SigningTime><xades:SigningCertificateV2>${certificate}</xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>`;
  const first = filter
    ? `<ds:Transform Algorithm="${FILTER}"><filter:XPath xmlns:filter="${FILTER}" Filter="subtract">${filter}</filter:XPath></ds:Transform>`
    : `<ds:Transform Algorithm="${DSIG}enveloped-signature"></ds:Transform>`;
  const last = `<ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform>`;
  const references = [
    `<ds:Reference URI=""><ds:Transforms>${first}${last}</ds:Transforms>${digest(sha256(xml))}</ds:Reference>`,
    `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#xades-1"><ds:Transforms>${last}</ds:Transforms>${digest(sha256(properties))}</ds:Reference>`,
  ];
  const method = `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#${algorithm}"></ds:SignatureMethod>`;
  const information = `<ds:SignedInfo ${ds}>${method}${references.join('')}</ds:SignedInfo>`;
  const key = keyOf(signer.keys.privateKey);
  const value = sign('sha256', Buffer.from(information), { key, dsaEncoding: 'ieee-p1363' }).toString(
    'base64',
  );
  const object = `<ds:Object><xades:QualifyingProperties xmlns:xades="${XADES}">${properties}</xades:QualifyingProperties></ds:Object>`;
  const signature = `<ds:Signature ${ds}>${information}<ds:SignatureValue>${value}</ds:SignatureValue>${object}</ds:Signature>`;
  return xml.replace(/<\/TrustServiceStatusList>$/, `${signature}$&`);
}

export const pemOf = ({ certificate }: Party): string => new X509Certificate(certificate).toString();
