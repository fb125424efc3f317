import { gzipSync } from 'node:zlib';
import type { Label } from '../labels.ts';
import { cborEncode } from '../lib/libraries.ts';
import { deviceResponse, present } from '../testing/attestation.ts';
import { formOf } from '../testing/responses.ts';
import { add, attestationOf, openRequest, posted, returned, transcriptOf, type World } from './world.ts';

const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts));
const bytes = (...values: number[]) => Uint8Array.from(values);

/** CBOR that must be refused before it is decoded. */
const bombs: readonly [string, Label, Uint8Array][] = [
  ['ten thousand nested lists', 'cbor-depth', join(new Uint8Array(10_000).fill(0x81), bytes(0xf6))],
  ['ten thousand nested tags', 'cbor-depth', join(...Array(10_000).fill(bytes(0xd8, 24)), bytes(0x40))],
  ['a list that claims four billion items', 'cbor-length', bytes(0x9a, 0xff, 0xff, 0xff, 0xff)],
  [
    'a map that claims 2^63 entries',
    'cbor-length',
    bytes(0xbb, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  ],
  ['bytes that claim a gigabyte', 'cbor-length', bytes(0x5a, 0x40, 0, 0, 0)],
  ['a text cut off', 'cbor-length', bytes(0x78, 0x20, 0x61)],
  ['twenty thousand items', 'cbor-items', join(bytes(0x99, 0x4e, 0x20), new Uint8Array(20_000).fill(0xf6))],
  ['a list without an end', 'cbor-items', join(bytes(0x9f), new Uint8Array(20_000).fill(0xf6))],
  [
    'the same key twice',
    'cbor-duplicate-key',
    join(bytes(0xa2), cborEncode('status'), bytes(0), cborEncode('status'), bytes(0)),
  ],
  ['the same number as key in two lengths', 'cbor-duplicate-key', bytes(0xa2, 0x01, 0x00, 0x18, 0x01, 0x00)],
  ['a list as key', 'cbor-malformed', bytes(0xa1, 0x80, 0x00)],
  ['an unknown tag', 'cbor-malformed', bytes(0xd8, 51, 0x80)],
  ['a shared reference to itself', 'cbor-malformed', bytes(0xd8, 28, 0x81, 0xd8, 29, 0x00)],
  ['a text that is not UTF-8', 'cbor-malformed', bytes(0x62, 0xc3, 0x28)],
  ['bytes in pieces', 'cbor-malformed', bytes(0x5f, 0x41, 0x00, 0xff)],
  ['a reserved length', 'cbor-malformed', bytes(0x1c)],
  ['an unassigned simple value', 'cbor-malformed', bytes(0xf0)],
  ['nothing', 'cbor-length', bytes()],
  ['a number', 'malformed', bytes(0x01)],
  ['compressed data', 'cbor-malformed', Uint8Array.from(gzipSync('age'))],
];

export async function addBombCases(world: World): Promise<void> {
  for (const [name, expected, content] of bombs) {
    const request = openRequest();
    add(world, `CBOR: ${name}`, expected, {
      request,
      response: { way: 'openid4vp', body: formOf(request.id, content) },
    });
  }
  const request = openRequest();
  const transcript = await transcriptOf(request);
  const document = present({
    attestation: attestationOf(world),
    device: world.device.privateKey,
    transcript,
  });
  const trailing = join(deviceResponse([document]), bytes(0));
  add(world, 'CBOR: a byte too many', 'cbor-malformed', {
    request,
    response: { way: 'openid4vp', body: formOf(request.id, trailing) },
  });
  await addFormCases(world);
}

async function addFormCases(world: World): Promise<void> {
  const large = await posted(world, attestationOf(world));
  add(world, 'a body of ten megabytes', 'too-large', { ...large, padding: 10 * 1024 * 1024 });
  add(world, 'ten megabytes from the browser', 'too-large', {
    ...(await returned(world)),
    padding: 10 * 1024 * 1024,
  });
  const twice = await posted(world, attestationOf(world));
  const { body: valid } = twice.response as { body: string };
  add(world, 'form: a valid token twice', 'malformed', {
    ...twice,
    response: { way: 'openid4vp', body: `${valid}&${valid.split('&')[1]}` },
  });
  const forms: readonly [string, string][] = [
    ['a token that is not JSON', 'vp_token=proof'],
    ['a token that is a list', `vp_token=${encodeURIComponent('["AA"]')}`],
    ['a token that is not base64url', `vp_token=${encodeURIComponent('{"proof_of_age":["<>"]}')}`],
    ['a token that is an object', `vp_token=${encodeURIComponent('{"proof_of_age":[{}]}')}`],
    ['a token twice', 'vp_token=A&vp_token=B'],
    ['a token of ten thousand nested lists', `vp_token=${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['no token', 'other=1'],
  ];
  for (const [name, body] of forms) {
    const request = openRequest();
    add(world, `form: ${name}`, 'malformed', {
      request,
      response: { way: 'openid4vp', body: `state=${request.id}&${body}` },
    });
  }
  for (const name of ['another_credential', '__proto__']) {
    const request = openRequest();
    const token = encodeURIComponent(`{"${name}":["AA"]}`);
    const body = `state=${request.id}&__proto__=1&vp_token=${token}`;
    add(world, `form: only ${name}`, 'no-document', { request, response: { way: 'openid4vp', body } });
  }
}
