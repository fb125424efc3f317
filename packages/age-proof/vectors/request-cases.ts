import { decode, listOf } from '../lib/cbor.ts';
import { cborEncode } from '../lib/libraries.ts';
import { deviceResponse, fields, present } from '../testing/attestation.ts';
import { encryptedOf, formOf } from '../testing/responses.ts';
import {
  add,
  attestationOf,
  ORIGIN,
  openDigital,
  openRequest,
  posted,
  returned,
  transcriptOf,
  type World,
} from './world.ts';

/** Requests that are unknown, spent, old, or of somebody else. */
export async function addRequestCases(world: World): Promise<void> {
  const valid = () => posted(world, attestationOf(world));
  add(world, 'valid by OpenID4VP', 'proven', await valid());
  add(world, 'valid by the Digital Credentials API', 'proven', await returned(world));
  add(world, 'replayed', 'request-used', { ...(await valid()), used: true });
  add(world, 'replayed by the Digital Credentials API', 'request-used', {
    ...(await returned(world)),
    used: true,
  });
  add(world, 'unknown request', 'request-unknown', { ...(await valid()), request: null });
  const stateless = await valid();
  const body = `vp_token=${new URLSearchParams(stateless.response.way === 'openid4vp' ? stateless.response.body : '').get('vp_token')}`;
  add(world, 'no state', 'request-unknown', { ...stateless, response: { way: 'openid4vp', body } });
  add(world, 'six minutes later', 'request-expired', { ...(await valid()), clock: '2026-11-01T12:05:00Z' });
  add(world, 'four minutes later', 'proven', { ...(await valid()), clock: '2026-11-01T12:03:00Z' });
  const crossed = await valid();
  const response = {
    way: 'openid4vp',
    body: crossed.response.way === 'openid4vp' ? crossed.response.body : '',
  } as const;
  add(world, 'from another session by OpenID4VP', 'session-mismatch', {
    ...crossed,
    response: { ...response, session: 'session-of-somebody-else' },
  });
  const digital = await returned(world);
  add(world, 'from another session', 'session-mismatch', {
    ...digital,
    response: { ...digital.response, session: 'session-of-somebody-else' },
  });
  add(world, 'from another origin', 'origin-mismatch', {
    ...digital,
    response: { ...digital.response, origin: 'https://elsewhere.example' },
  });
  const other = openDigital();
  add(world, 'another way than the request', 'request-way', {
    request: other,
    response: { way: 'openid4vp', body: formOf(other.id, deviceResponse([])) },
  });
  const refused = openRequest();
  add(world, 'refused in the wallet', 'wallet-refused', {
    request: refused,
    response: { way: 'openid4vp', body: `state=${refused.id}&error=access_denied` },
  });
}

/** Signed or encrypted for another request than the one it answers. */
export async function addTranscriptCases(world: World): Promise<void> {
  const { privateKey: device } = world.device;
  const sign = async (change: { nonce?: string; responseUri?: string }) => {
    const request = openRequest();
    const transcript = await transcriptOf({ ...request, ...change });
    const document = present({ attestation: attestationOf(world), device, transcript });
    return {
      request,
      response: { way: 'openid4vp', body: formOf(request.id, deviceResponse([document])) } as const,
    };
  };
  add(world, 'for another nonce', 'device-signature', await sign({ nonce: openRequest().nonce }));
  add(
    world,
    'for another response address',
    'device-signature',
    await sign({ responseUri: 'https://elsewhere.example/post' }),
  );
  const elsewhere = await transcriptOf({ ...openDigital(), origin: 'https://elsewhere.example' });
  add(world, 'encrypted for another origin', 'decryption', await returned(world, elsewhere));
  const request = openDigital();
  const transcript = await transcriptOf(request);
  const document = present({ attestation: attestationOf(world), device, transcript });
  const stranger = openDigital().privateKey ?? {};
  const answer = (response: string) =>
    ({
      way: 'digital-credentials',
      id: request.id,
      response,
      session: request.session,
      origin: ORIGIN,
    }) as const;
  add(world, 'encrypted for another key', 'decryption', {
    request,
    response: answer(await encryptedOf(deviceResponse([document]), stranger, transcript)),
  });
  const otherDocument = present({ attestation: attestationOf(world), device, transcript: elsewhere });
  add(world, 'encrypted for the request, signed for another', 'device-signature', {
    request,
    response: answer(
      await encryptedOf(deviceResponse([otherDocument]), request.privateKey ?? {}, transcript),
    ),
  });
  const plain = Buffer.from(cborEncode(['dcapi', fields({ enc: new Uint8Array(65) })])).toString('base64url');
  const other = cborEncode([
    'other',
    listOf(
      decode(
        Buffer.from(
          await encryptedOf(deviceResponse([document]), request.privateKey ?? {}, transcript),
          'base64url',
        ),
      ),
    )[1],
  ]);
  add(world, 'encrypted in another form', 'malformed', {
    request,
    response: answer(Buffer.from(other).toString('base64url')),
  });
  add(world, 'without ciphertext', 'malformed', { request, response: answer(plain) });
}
