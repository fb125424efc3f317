import { describe, expect, it } from 'vitest';
import { config } from 'zod';
import { createRequest, memoryStore } from './index.ts';
import { decode } from './lib/cbor.ts';
import { cborEncode, SessionTranscript } from './lib/libraries.ts';
import { digitalCredentialsTranscript, openId4VpTranscript, sha256 } from './lib/transcripts.ts';

const now = () => Date.parse('2026-11-01T12:00:00Z');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('createRequest by OpenID4VP', () => {
  const responseUri = 'https://verifier.example/age/response?lang=nl';
  const create = async () => {
    const requests = memoryStore(now);
    const request = await createRequest({ way: 'openid4vp', responseUri, session: 'one' }, { requests, now });
    if (request.way !== 'openid4vp') throw new Error('another way');
    return { request, stored: await requests.take(request.id) };
  };

  it('puts the request itself into an address of the wallet', async () => {
    const { request } = await create();
    const { protocol, searchParams } = new URL(request.url);
    const { nonce, dcql_query, ...rest } = Object.fromEntries(searchParams);
    expect(protocol).toBe('av:');
    expect(rest).toEqual({
      response_type: 'vp_token',
      response_mode: 'direct_post',
      client_id: `redirect_uri:${responseUri}`,
      response_uri: responseUri,
      state: request.id,
    });
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse(dcql_query ?? '')).toEqual({
      credentials: [
        {
          id: 'proof_of_age',
          format: 'mso_mdoc',
          meta: { doctype_value: 'eu.europa.ec.av.1' },
          claims: [{ path: ['eu.europa.ec.av.1', 'age_over_18'] }],
        },
      ],
    });
    expect(request.url.length).toBeLessThan(800);
  });

  it('keeps the transcript that the device signs, and the session, for five minutes', async () => {
    const { request, stored } = await create();
    const nonce = new URL(request.url).searchParams.get('nonce') ?? '';
    const transcript = await openId4VpTranscript({
      clientId: `redirect_uri:${responseUri}`,
      responseUri,
      nonce,
    });
    expect(stored).toEqual({
      id: request.id,
      way: 'openid4vp',
      session: 'one',
      created: now(),
      transcript: Buffer.from(transcript).toString('base64url'),
    });
    expect(request.expires).toBe(now() + 300_000);
  });

  it('never repeats an identifier or a nonce', async () => {
    const requests = await Promise.all(Array.from({ length: 20 }, create));
    const parts = requests.flatMap(({ request }) => [
      request.id,
      new URL(request.url).searchParams.get('nonce'),
    ]);
    expect(new Set(parts).size).toBe(40);
  });
});

describe('createRequest by the Digital Credentials API', () => {
  const origin = 'https://verifier.example';
  const create = async () => {
    const requests = memoryStore(now);
    const options = { way: 'digital-credentials', origin, session: 'one' } as const;
    const request = await createRequest(options, { requests, now });
    if (request.way !== 'digital-credentials') throw new Error('another way');
    const [{ protocol, data }] = request.digital.requests;
    return { protocol, data, stored: await requests.take(request.id) };
  };

  it('asks as the profile prints it (Annex A.10)', async () => {
    const { protocol, data } = await create();
    expect(protocol).toBe('org-iso-mdoc');
    expect(data.deviceRequest).toBe(
      'omd2ZXJzaW9uYzEuMGtkb2NSZXF1ZXN0c4GhbGl0ZW1zUmVxdWVzdNgYWEeiZ2RvY1R5cGVxZXUuZXVyb3BhLmVjLmF2LjFqbmFtZVNwYWNlc6FxZXUuZXVyb3BhLmVjLmF2LjGha2FnZV9vdmVyXzE49A',
    );
  });

  it('sends a new public key and keeps the private one with the origin', async () => {
    const { data, stored } = await create();
    const [kind, parameters] = decode(Buffer.from(data.encryptionInfo, 'base64url')) as [
      string,
      Map<string, unknown>,
    ];
    const key = parameters.get('recipientPublicKey') as Map<number, unknown>;
    expect(kind).toBe('dcapi');
    expect(parameters.get('nonce')).toHaveLength(32);
    if (typeof stored === 'string') throw new Error('not stored');
    expect(Buffer.from(key.get(-2) as Uint8Array).toString('base64url')).toBe(stored.privateKey?.['x']);
    expect(stored.origin).toBe(origin);
    const transcript = digitalCredentialsTranscript({ encryptionInfo: data.encryptionInfo, origin });
    expect(stored.transcript).toBe(Buffer.from(transcript).toString('base64url'));
  });
});

describe('transcripts', () => {
  it('have the hash that OpenID4VP 1.0 prints (B.2.6.1), except that nothing is encrypted here', async () => {
    const facts = {
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      responseUri: 'https://example.com/response',
    };
    const jwkThumbprint = Buffer.from(
      '4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047',
      'hex',
    );
    type Context = Parameters<typeof SessionTranscript.forOid4Vp>[1];
    const context = {
      crypto: { digest: ({ bytes }: { bytes: Uint8Array }) => sha256(bytes) },
    } as unknown as Context;
    const printed = await SessionTranscript.forOid4Vp({ ...facts, jwkThumbprint }, context);
    const hash = '048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac';
    expect(hex(printed.encode())).toBe(`83f6f682714f70656e494434565048616e646f7665725820${hash}`);
    const info = cborEncode([facts.clientId, facts.nonce, null, facts.responseUri]);
    const plain = cborEncode([null, null, ['OpenID4VPHandover', sha256(info)]]);
    expect(hex(await openId4VpTranscript(facts))).toBe(hex(plain));
  });
});

it('leaves the error map of zod to the process', () => {
  expect(config().customError).toBeUndefined();
});
