import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** The code and secret that created the order. */
export interface ExchangeKey {
  keyId: string;
  secret: string;
}

const algorithms = new Set(['sha256', 'sha384', 'sha512']);

const exchangeSchema = z.object({ object: z.object({ orderId: z.string().min(1).max(128) }) });

/** Headers of a signed notification (`SIGNED_JSON_POST`): a hexadecimal HMAC over the raw body. */
export function signExchange(rawBody: string, key: ExchangeKey): Record<string, string> {
  return {
    'content-type': 'application/json',
    'signature-method': 'HMAC',
    'signature-keyid': key.keyId,
    'signature-algorithm': 'sha256',
    signature: createHmac('sha256', key.secret).update(rawBody).digest('hex'),
  };
}

/** The order id of a genuine notification, else null. Parses nothing before the signature is checked. */
export function readExchange(rawBody: string, headers: Headers, key: ExchangeKey): { order: string } | null {
  if (!isGenuine(rawBody, headers, key)) return null;
  try {
    const { object } = exchangeSchema.parse(JSON.parse(rawBody));
    return { order: object.orderId };
  } catch {
    return null;
  }
}

function isGenuine(rawBody: string, headers: Headers, key: ExchangeKey): boolean {
  const algorithm = (headers.get('signature-algorithm') ?? 'sha256').toLowerCase();
  if (headers.get('signature-method')?.toUpperCase() !== 'HMAC' || !algorithms.has(algorithm)) return false;
  if (headers.get('signature-keyid') !== key.keyId) return false;
  const expected = createHmac(algorithm, key.secret).update(rawBody).digest();
  const signature = Buffer.from(headers.get('signature') ?? '', 'hex');
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

export function answerExchange(accepted: boolean): { body: string; type: string } {
  const description = accepted ? 'processed' : 'not processed';
  return { body: JSON.stringify({ result: accepted, description }), type: 'application/json' };
}
