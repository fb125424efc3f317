import type { Label } from '../labels.ts';
import type { AttestationOptions } from '../testing/attestation.ts';
import { createKeys, createParty, keyOf, type Party, usages } from '../testing/certificates.ts';
import { add, attestationOf, posted, type World } from './world.ts';

/** The issuer's signature, digests and validity. */
export async function addAttestationCases(world: World): Promise<void> {
  const { root, signer } = world;
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  const p384 = await createParty({ name: 'Signer on P-384', issuer: root, curve: 'P-384' });
  const garbage = { ...signer, certificate: Uint8Array.of(0x30, 0x03, 1, 2, 3) };
  const forgedBy = keyOf((await createKeys()).privateKey);
  const cases: readonly [string, Label, Partial<AttestationOptions>][] = [
    ['issuer signature of another key', 'issuer-signature', { forgedBy }],
    ['issuer signature with another algorithm', 'algorithm', { algorithm: -35 }],
    ['digests by SHA-384', 'algorithm', { digestAlgorithm: 'SHA-384' }],
    ['no certificate', 'certificate-missing', { anonymous: true }],
    ['an unreadable certificate', 'certificate-malformed', { signer: garbage }],
    ['six certificates', 'chain-length', { chain: [root, root, root, root, root] }],
    ['issuer key on another curve', 'issuer-key', { signer: p384 }],
    ['expired', 'expired', { validUntil: day('2026-10-31') }],
    ['not yet valid', 'not-yet-valid', { validFrom: day('2026-11-02') }],
    ['signed tomorrow', 'not-yet-valid', { signed: day('2026-11-02') }],
    ['a validity without an end', 'malformed', { validUntil: 'never' as unknown as Date }],
    ['a digest missing', 'digest', { digestOffset: 7 }],
    ['valid for a year', 'lifetime', { validUntil: day('2027-10-01') }],
  ];
  for (const [name, expected, options] of cases)
    add(world, name, expected, await posted(world, attestationOf(world, options)));
}

/** Chains of certificates. */
export async function addChainCases(world: World): Promise<void> {
  const { root } = world;
  const chained = async (name: string, expected: 'proven' | Label, signer: Party, ...chain: Party[]) =>
    add(world, name, expected, await posted(world, attestationOf(world, { signer, chain })));
  const below = (issuer: Party, more: object = {}) => createParty({ name: 'Signer', issuer, ...more });
  const between = (more: object = {}) =>
    createParty({ name: 'Intermediate', issuer: root, ca: { pathLength: 0 }, ...more });
  const middle = await between();
  await chained('valid with an intermediate', 'proven', await below(middle), middle);
  await chained('valid with the anchor in the chain', 'proven', world.signer, root);
  await chained('intermediate left out', 'chain-untrusted', await below(middle));
  const notCa = await createParty({ name: 'Intermediate', issuer: root });
  await chained('intermediate without CA right', 'certificate-not-ca', await below(notCa), notCa);
  const notIssuing = await between({ usage: usages.digitalSignature });
  await chained(
    'intermediate that may not sign certificates',
    'certificate-key-usage',
    await below(notIssuing),
    notIssuing,
  );
  const deep = await createParty({ name: 'Second intermediate', issuer: middle, ca: {} });
  await chained('longer than the path length', 'certificate-path-length', await below(deep), deep, middle);
  const late = await between({ notBefore: new Date('2026-12-01T00:00:00Z') });
  await chained('intermediate not yet valid', 'certificate-not-yet-valid', await below(late), late);
  const old = { notAfter: new Date('2026-10-31T00:00:00Z') };
  const past = await between(old);
  await chained('intermediate expired', 'certificate-expired', await below(past), past);
  await chained('signer expired', 'certificate-expired', await below(root, old));
  await chained(
    'signer not yet valid',
    'certificate-not-yet-valid',
    await below(root, { notBefore: new Date('2026-11-02T00:00:00Z') }),
  );
  await chained(
    'signed before the certificate',
    'signed-outside-certificate',
    await below(root, { notBefore: new Date('2026-10-15T00:00:00Z') }),
  );
  await chained(
    'signer without signing right',
    'certificate-key-usage',
    await below(root, { usage: usages.keyAgreement }),
  );
  await chained(
    'signer for web servers',
    'certificate-key-usage',
    await below(root, { purposes: ['1.3.6.1.5.5.7.3.1'] }),
  );
  await chained(
    'an unknown critical extension',
    'certificate-extension',
    await below(root, { unknownCritical: true }),
  );
  await chained(
    'a certificate signed with SHA-1',
    'certificate-algorithm',
    await below(root, { hash: 'SHA-1' }),
  );
  await chained(
    'names match, keys do not',
    'chain-signature',
    await below(root, { forgedBy: await createKeys() }),
  );
  const copy = await createParty({ name: root.name, ca: {} });
  await chained('a root with the same name', 'chain-signature', await below(copy), copy);
  const stranger = await createParty({ name: 'Unlisted CA', ca: {} });
  await chained('an unlisted issuer', 'chain-untrusted', await below(stranger), stranger);
  await chained('a self-signed signer', 'chain-untrusted', await createParty({ name: 'Alone' }));
  await chained('a CA that signs attestations itself', 'certificate-key-usage', root);
}

/** The trust list. */
export async function addListCases(world: World): Promise<void> {
  const listed = async (name: string, expected: 'proven' | Label, list: string, hoursBefore = 1) =>
    add(world, name, expected, {
      ...(await posted(world, attestationOf(world))),
      list: { name: list, hoursBefore },
    });
  await listed('list unreachable for a day', 'proven', 'good', 24);
  await listed('list unreachable for eight days', 'trust-list-too-old', 'good', 8 * 24);
  await listed('no list', 'trust-list-missing', 'absent');
  await listed('list signed by another', 'trust-list-missing', 'signed by another');
  await listed('list changed after signing', 'trust-list-missing', 'changed after signing');
  await listed('list overdue', 'trust-list-missing', 'next update overdue');
  await listed('list overdue since', 'trust-list-too-old', 'next update overdue', 48);
  await listed('anchor removed', 'chain-untrusted', 'issuer removed');
  await listed('anchor deprecated', 'chain-untrusted', 'issuer deprecated');
  await listed('signer listed itself', 'proven', 'signer listed itself');
}
