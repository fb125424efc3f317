import { randomBytes, sign, verify } from 'node:crypto';
import { alone, type BenchRow, compare, type Measure } from '@vonk/bench';
import { createRequest, fixedTrust, memoryStore, type StoredRequest, verifyResponse } from 'age-proof';
import { attest, createKeys, createParty, deviceResponse, formOf, keyOf, present } from 'age-proof/testing';

/** Responses that take turns; each is an attestation of its own, of one issuer. */
const RESPONSES = 50;
/** Bytes that the issuer, its certificate and the device sign in a proof. */
const SIGNED = [420, 330, 150];
const now = () => Date.parse('2026-11-01T12:00:00Z');

/** Requests with their responses, all of one fictional issuer. */
async function prepare() {
  const issuer = await createParty({ name: 'Issuer', ca: {} });
  const signer = await createParty({ name: 'Signer', issuer });
  const requests = memoryStore(now);
  const pairs: { request: StoredRequest; body: string }[] = [];
  for (let number = 0; number < RESPONSES; number += 1) {
    const options = {
      way: 'openid4vp',
      responseUri: 'https://verifier.example/age',
      session: 'one',
    } as const;
    const { id } = await createRequest(options, { requests, now });
    const request = await requests.take(id);
    if (typeof request === 'string') throw new Error('The request was not kept');
    const { publicKey, privateKey } = await createKeys();
    const attestation = attest({ signer, device: keyOf(publicKey) });
    const transcript = Uint8Array.from(Buffer.from(request.transcript, 'base64url'));
    const document = present({ attestation, device: keyOf(privateKey), transcript });
    pairs.push({ request, body: formOf(id, deviceResponse([document])) });
  }
  return { pairs, trust: fixedTrust([issuer.certificate]) };
}

/** Calls per second of processor time, so that a busy machine slows both sides alike. */
async function perCoreSecond(ms: number, call: (number: number) => Promise<void> | void): Promise<number> {
  const [startedAt, usage] = [performance.now(), process.cpuUsage()];
  let done = 0;
  for (; performance.now() - startedAt < ms; done += 1) await call(done);
  const { user, system } = process.cpuUsage(usage);
  return done / ((user + system) / 1e6);
}

/** Measures a verification beside the three signatures that it checks. */
export async function run(): Promise<BenchRow[]> {
  const { pairs, trust } = await prepare();
  const ours: Measure = (ms) =>
    perCoreSecond(ms, async (number) => {
      const pair = pairs[number % pairs.length];
      if (!pair) throw new Error('No response');
      const requests = memoryStore(now);
      await requests.add(pair.request);
      const verdict = await verifyResponse({ way: 'openid4vp', body: pair.body }, { requests, trust, now });
      if (!verdict.proven) throw new Error(verdict.label);
    });
  const { publicKey, privateKey } = await createKeys();
  const [key, signing] = [keyOf(publicKey), keyOf(privateKey)];
  const dsaEncoding = 'ieee-p1363';
  const signed = SIGNED.map((length) => {
    const message = randomBytes(length);
    return { message, signature: sign('sha256', message, { key: signing, dsaEncoding }) };
  });
  const peer: Measure = (ms) =>
    perCoreSecond(ms, () => {
      for (const { message, signature } of signed)
        if (!verify('sha256', message, { key, dsaEncoding }, signature)) throw new Error('Wrong signature');
    });
  const row = await compare({
    name: 'proofs of age',
    unit: 'verifications per second and core',
    ours,
    peer,
    note: () => 'goal 0.5; beside the three bare signatures, of which that of the certificate is remembered',
  });
  return [row];
}

if (import.meta.main) await alone(run);
