import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerExchange, readExchange, signExchange } from './signed-exchange.ts';

const key = { keyId: 'SL-1234-5678', secret: 'the secret of the sales location' };
const body = JSON.stringify({ object: { orderId: '51000', status: { code: 100, action: 'PAID' } } });
const headers = (changes: Record<string, string> = {}) =>
  new Headers({ ...signExchange(body, key), ...changes });

it('returns the order of a genuine notification', () => {
  expect(readExchange(body, headers(), key)).toEqual({ order: '51000' });
});

it('accepts another algorithm of the same family', () => {
  const signature = createHmac('sha512', key.secret).update(body).digest('hex');
  expect(readExchange(body, headers({ 'signature-algorithm': 'sha512', signature }), key)).not.toBeNull();
});

it.each([
  ['sha256', {}],
  ['sha384', { 'signature-algorithm': 'SHA384' }],
  ['sha512', { 'signature-method': 'hmac', 'signature-algorithm': 'sha512' }],
] as const)('accepts %s, with names in any case', (algorithm, changes) => {
  const signature = createHmac(algorithm, key.secret).update(body).digest('hex');
  expect(readExchange(body, headers({ ...changes, signature }), key)).toEqual({ order: '51000' });
});

it('defaults to SHA-256', () => {
  const withoutAlgorithm = headers();
  withoutAlgorithm.delete('signature-algorithm');
  expect(readExchange(body, withoutAlgorithm, key)).toEqual({ order: '51000' });
});

describe('refuses', () => {
  it('an invalid order id', () => {
    const read = (orderId: string) => {
      const raw = JSON.stringify({ object: { orderId } });
      return readExchange(raw, new Headers(signExchange(raw, key)), key);
    };
    expect(read('')).toBeNull();
    expect(read('x'.repeat(129))).toBeNull();
    expect(read('x'.repeat(128))).not.toBeNull();
  });

  it.each([
    ['a body changed by one space', `${body} `, headers()],
    ['an empty body', '', headers()],
    ['a signature changed by one digit', body, headers({ signature: `0${'1'.repeat(63)}` })],
    ['a signature cut short', body, headers({ signature: 'ab' })],
    ['no signature', body, headers({ signature: '' })],
    ['a signature that is no hex', body, headers({ signature: 'z'.repeat(64) })],
    ['another key id', body, headers({ 'signature-keyid': 'SL-0000-0000' })],
    ['a weak algorithm', body, headers({ 'signature-algorithm': 'md5' })],
    ['an unknown method', body, headers({ 'signature-method': 'RSA' })],
    ['no headers at all', body, new Headers()],
  ])('%s', (_, raw, rawHeaders) => expect(readExchange(raw, rawHeaders, key)).toBeNull());

  it.each(['not json', '{}', '{"object":{}}', '{"object":{"orderId":7}}', 'null'])(
    'the signed but unreadable body %j',
    (raw) => expect(readExchange(raw, new Headers(signExchange(raw, key)), key)).toBeNull(),
  );

  it('a signature made with another secret', () => {
    const forged = new Headers(signExchange(body, { ...key, secret: 'guessed' }));
    expect(readExchange(body, forged, key)).toBeNull();
  });
});

it('answers with the words that make the provider stop repeating', () => {
  expect(answerExchange(true)).toEqual({
    body: '{"result":true,"description":"processed"}',
    type: 'application/json',
  });
  expect(JSON.parse(answerExchange(false).body)).toEqual({ result: false, description: 'not processed' });
});
