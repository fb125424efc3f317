import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CallNotice } from '#server/ports/ivr.ts';

/** A notice is valid for this many ms, so a recorded one cannot be replayed. */
export const NOTICE_MS = 5 * 60_000;

const noticeSchema = z.object({
  call: z.string().min(1).max(128),
  event: z.enum(['started', 'code', 'ended']),
  code: z.string().max(16).optional(),
});

const signatureOf = (rawBody: string, at: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(`${at}.${rawBody}`).digest();

/** Headers of a notice: ms since the epoch, and a hexadecimal HMAC over that time and the raw body. */
export const signNotice = (rawBody: string, now: Date, secret: string): Record<string, string> => {
  const at = String(now.getTime());
  return {
    'content-type': 'application/json',
    'x-ivr-timestamp': at,
    'x-ivr-signature': signatureOf(rawBody, at, secret).toString('hex'),
  };
};

/** A genuine, recent notice, else null. Parses nothing before the signature is checked. */
export function readNotice(
  rawBody: string,
  headers: Headers,
  { secret, now }: { secret: string; now: Date },
): CallNotice | null {
  const at = headers.get('x-ivr-timestamp') ?? '';
  const signature = Buffer.from(headers.get('x-ivr-signature') ?? '', 'hex');
  const expected = signatureOf(rawBody, at, secret);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  if (!(Math.abs(now.getTime() - Number(at)) <= NOTICE_MS)) return null;
  try {
    return noticeSchema.parse(JSON.parse(rawBody));
  } catch {
    return null;
  }
}
