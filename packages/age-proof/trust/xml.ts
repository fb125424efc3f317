import { createHash, verify, type X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { type SignatureAlgorithm, SignedXml } from 'xml-crypto';

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
const ROOT = 'TrustServiceStatusList';
export const TSL = 'http://uri.etsi.org/02231/v2#';

const ENVELOPED = `${DSIG}enveloped-signature`;
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
/** XPath Filter 2.0, by which the EU's tools leave the signature out. */
export const FILTER = 'http://www.w3.org/2002/06/xmldsig-filter2';
const FILTERED = '/descendant::ds:Signature';
const digests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};
const rsa = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
];
const ecdsa: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': 'sha512',
};

/** A document without a type, because a type may define entities. Throws for whatever is not well-formed. */
export function parseXml(xml: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error('a document type is not allowed');
  const stop = (message: string) => {
    throw new Error(message);
  };
  const errorHandler = { warning: stop, error: stop, fatalError: stop };
  return new DOMParser({ errorHandler }).parseFromString(xml, 'text/xml');
}

/** Elements with a name below another, or directly below it. */
export const below = (node: Document | Element, namespace: string, name: string): Element[] =>
  Array.from(node.getElementsByTagNameNS(namespace, name));
export const childrenOf = (node: Element, namespace: string, name: string): Element[] =>
  below(node, namespace, name).filter(({ parentNode }) => parentNode === node);
export const textOf = (node: Element | undefined): string => node?.textContent?.trim() ?? '';

/** ECDSA of XML Signature 1.1, which xml-crypto lacks. */
const ecdsaAlgorithm = (uri: string, hash: string): (new () => SignatureAlgorithm) =>
  class {
    getAlgorithmName = () => uri;
    getSignature = (): never => {
      throw new Error('lists are only checked here');
    };
    verifySignature = ((text: string, key: string, value: string) =>
      verify(
        hash,
        Buffer.from(text),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(value, 'base64'),
      )) as SignatureAlgorithm['verifySignature'];
  };

/** The only use of XPath that is supported: it does what an enveloped signature does (`checkFilters`). */
class WithoutSignature {
  includeComments = false;
  getAlgorithmName = (): string => FILTER;
  process(node: Node): Node {
    for (const signature of childrenOf(node as Element, DSIG, 'Signature')) node.removeChild(signature);
    return node;
  }
}

/** Throws if a filter does anything else than to leave signatures out. */
function checkFilters(signature: Element): void {
  const filters = below(signature, DSIG, 'Transform').filter(
    (one) => one.getAttribute('Algorithm') === FILTER,
  );
  for (const filter of filters) {
    const [path, ...more] = below(filter, FILTER, 'XPath');
    const isUsual = path?.getAttribute('Filter') === 'subtract' && textOf(path) === FILTERED;
    if (!isUsual || more.length > 0) throw new Error('an XPath filter that is not supported');
  }
}

/** With the algorithms that a list may be signed with. */
function signedXml(options: ConstructorParameters<typeof SignedXml>[0]): SignedXml {
  const signed = new SignedXml(options);
  const kept = (all: Record<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const own = Object.entries(ecdsa).map(([uri, hash]) => [uri, ecdsaAlgorithm(uri, hash)]);
  Object.assign(signed, {
    HashAlgorithms: kept(signed.HashAlgorithms, Object.keys(digests)),
    SignatureAlgorithms: { ...kept(signed.SignatureAlgorithms, rsa), ...Object.fromEntries(own) },
    CanonicalizationAlgorithms: {
      ...kept(signed.CanonicalizationAlgorithms, [EXCLUSIVE, ENVELOPED]),
      [FILTER]: WithoutSignature,
    },
  });
  return signed;
}

/**
 * Checks the enveloped XAdES signature by one of the signers, and returns the list as signed: nothing else of the
 * document may be read. Throws if it is not signed by any of them.
 */
export function signedContent(xml: string, signers: readonly X509Certificate[]): string {
  const document = parseXml(xml);
  const root = document.documentElement;
  if (root?.localName !== ROOT || root.namespaceURI !== TSL) throw new Error('not a trust list');
  const [signature, ...more] = below(document, DSIG, 'Signature');
  if (!signature || more.length > 0 || signature.parentNode !== root)
    throw new Error('the list must have one signature, directly below its root');
  checkFilters(signature);
  for (const signer of signers) {
    const content = contentSignedBy(xml, signature, signer);
    if (content !== undefined) return content;
  }
  throw new Error('not signed by a known signer');
}

function contentSignedBy(xml: string, signature: Element, signer: X509Certificate): string | undefined {
  const signed = signedXml({
    publicCert: signer.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  });
  signed.loadSignature(signature as unknown as Node);
  try {
    if (!signed.checkSignature(xml)) return undefined;
  } catch {
    return undefined;
  }
  const parts = signed.getSignedReferences();
  const contents = parts.filter((part) => parseXml(part).documentElement.localName === ROOT);
  const properties = parts.filter((part) => parseXml(part).documentElement.localName === 'SignedProperties');
  const [content, ...others] = contents;
  if (content === undefined || others.length > 0) throw new Error('the signature does not cover the list');
  if (!properties.some((part) => namesSigner(part, signer)))
    throw new Error('the signature does not name its certificate');
  return content;
}

/** Whether the signed properties of XAdES hold the digest of the signer's certificate. */
function namesSigner(properties: string, signer: X509Certificate): boolean {
  const root = parseXml(properties).documentElement;
  return below(root, XADES, 'CertDigest').some((digest) => {
    const [method, value] = ['DigestMethod', 'DigestValue'].map((name) => below(digest, DSIG, name)[0]);
    const hash = digests[method?.getAttribute('Algorithm') ?? ''];
    return hash !== undefined && createHash(hash).update(signer.raw).digest('base64') === textOf(value);
  });
}
