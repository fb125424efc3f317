import { expect, it } from 'vitest';
import { labels, memoryStore, type PresentedResponse, verifyResponse } from './index.ts';
import { storedRequest } from './request.ts';
import type { StoredRequest } from './store.ts';
import { deviceResponse, present } from './testing/attestation.ts';
import { encryptedOf, formOf } from './testing/responses.ts';
import { fixedTrust } from './trust/anchors.ts';
import {
  attestationOf,
  CLOCK,
  createWorld,
  ORIGIN,
  openDigital,
  openRequest,
  SESSION,
  transcriptOf,
} from './vectors/world.ts';

const SEED = 20_261_101;
/** ms; a response is judged within 1 ms, so a hang is far above even on a busy machine. */
const HANG_MS = 10_000;

/** Mulberry32: the same numbers in each run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const random = randomOf(SEED);
const world = await createWorld();
const trust = fixedTrust([world.root.certificate]);
const now = () => Date.parse(CLOCK);

type Mutation = (bytes: Buffer) => Buffer;
/** A head of CBOR that claims something else: another type, length or simple value. */
const heads = [
  0x00, 0x1b, 0x3b, 0x40, 0x5b, 0x5f, 0x60, 0x7b, 0x80, 0x9b, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0, 0xd8, 0xf4, 0xf5,
  0xf6, 0xf7, 0xfb, 0xff,
];
const at = (bytes: Buffer) => random(bytes.length);
const splice = (bytes: Buffer, from: number, count: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(from + count)]);
const mutations: readonly Mutation[] = [
  (bytes) => {
    const place = at(bytes);
    return splice(bytes, place, 1, Buffer.of((bytes[place] ?? 0) ^ (1 << random(8))));
  },
  (bytes) => splice(bytes, at(bytes), 1, Buffer.of(random(256))),
  (bytes) => splice(bytes, at(bytes), 1, Buffer.of(heads[random(heads.length)] ?? 0)),
  (bytes) => splice(bytes, at(bytes), 1 + random(40)),
  (bytes) => splice(bytes, at(bytes), 0, Buffer.of(random(256))),
  (bytes) => {
    const [from, to] = [at(bytes), at(bytes)];
    return splice(bytes, to, random(60), bytes.subarray(from, from + 1 + random(60)));
  },
  (bytes) => bytes.subarray(0, at(bytes)),
  (bytes) => Buffer.concat([bytes, bytes.subarray(at(bytes))]),
  (bytes) => splice(bytes, at(bytes), 8, Buffer.alloc(8)),
];
const mutate = (bytes: Buffer): Buffer =>
  Array.from({ length: 1 + random(3) }).reduce<Buffer>(
    (mutated) => (mutations[random(mutations.length)] as Mutation)(mutated),
    bytes,
  );

/** Returns the label for a response to an open request. Fails if there is none, or only after a hang. */
async function labelOf(request: StoredRequest, response: PresentedResponse): Promise<string> {
  const requests = memoryStore(now);
  await requests.add(request);
  const began = performance.now();
  const verdict = await verifyResponse(response, { requests, trust, now });
  const took = performance.now() - began;
  if (verdict.proven || !(verdict.label in labels) || took > HANG_MS)
    expect.fail(`${JSON.stringify(verdict)} after ${took} ms: ${JSON.stringify(response)}`);
  return verdict.label;
}

const request = openRequest();
const transcript = await transcriptOf(request);
const stored = await storedRequest(request);
const document = present({ attestation: attestationOf(world), device: world.device.privateKey, transcript });
const bytes = Buffer.from(deviceResponse([document]));

it('accepts none of ten thousand mutations of a valid response', async () => {
  const seen = new Set<string>();
  for (let number = 0; number < 10_000; ) {
    const mutated = mutate(bytes);
    if (mutated.equals(bytes)) continue;
    number += 1;
    seen.add(await labelOf(stored, { way: 'openid4vp', body: formOf(request.id, mutated) }));
  }
  // Mutations reach every check, not only the form.
  expect([...seen]).toEqual(
    expect.arrayContaining(['digest', 'issuer-signature', 'device-signature', 'cbor-length']),
  );
});

/** What a form means: mutations that keep it are not mutations of the response. */
function meaningOf(body: string): string {
  const fields = [...new URLSearchParams(body)].filter(([name]) =>
    ['state', 'vp_token', 'error'].includes(name),
  );
  try {
    return JSON.stringify(
      fields.map(([name, value]) => [name, name === 'vp_token' ? JSON.parse(value) : value]),
    );
  } catch {
    return body;
  }
}

it('accepts none of a thousand mutations of the form', async () => {
  const body = formOf(request.id, bytes);
  const seen = new Set<string>();
  for (let number = 0; number < 1000; ) {
    const mutated = mutate(Buffer.from(body)).toString('latin1');
    if (meaningOf(mutated) === meaningOf(body)) continue;
    number += 1;
    seen.add(await labelOf(stored, { way: 'openid4vp', body: mutated }));
  }
  expect([...seen]).toEqual(expect.arrayContaining(['malformed', 'request-unknown', 'cbor-length']));
});

it('accepts none of three hundred mutations of an encrypted response', async () => {
  const facts = openDigital();
  const seen = new Set<string>();
  const info = await transcriptOf(facts);
  const shown = present({
    attestation: attestationOf(world),
    device: world.device.privateKey,
    transcript: info,
  });
  const encrypted = await encryptedOf(deviceResponse([shown]), facts.privateKey ?? {}, info);
  const kept = await storedRequest(facts);
  const plain = Buffer.from(encrypted, 'base64url');
  for (let number = 0; number < 300; ) {
    const mutated = mutate(plain);
    if (mutated.equals(plain)) continue;
    number += 1;
    const response = mutated.toString('base64url');
    const presented = {
      way: 'digital-credentials',
      id: facts.id,
      response,
      session: SESSION,
      origin: ORIGIN,
    } as const;
    seen.add(await labelOf(kept, presented));
  }
  expect([...seen]).toContain('decryption');
});
