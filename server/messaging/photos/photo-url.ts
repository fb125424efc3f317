import { createHmac, timingSafeEqual } from 'node:crypto';
import { apiBases } from '#contract/endpoint.ts';
import type { Side } from '#contract/messaging/messages.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keyOf, type Party } from '../party.ts';

type UrlDeps = Pick<Deps, 'config' | 'now'>;

const HOUR_S = 3600;

const bases: Readonly<Record<Side, string>> = { member: apiBases.messaging, performer: apiBases.studio };

/** Route pattern in Hono's notation. */
export const photoRoute = (side: Side): string => `${bases[side]}/inbox/photo/:id`;

const secondOf = (now: Date): number => Math.floor(now.getTime() / 1000);

/** Signature for this reader only. */
const sign = (secret: string, id: string, { reader, until }: { reader: Party; until: number }): string =>
  createHmac('sha256', secret)
    .update(`photo ${id} ${keyOf(reader)} ${until}`)
    .digest('base64url');

/** Valid for one to two hours. The URL stays the same for an hour, so that browsers cache the picture. */
export function photoUrl({ config, now }: UrlDeps, reader: Party, id: string): string {
  const until = (Math.floor(secondOf(now()) / HOUR_S) + 2) * HOUR_S;
  const query = new URLSearchParams({
    // An <img> cannot send a header.
    'api-key': config.apiKey,
    until: String(until),
    signature: sign(config.secret, id, { reader, until }),
  });
  return `${photoRoute(reader.side).replace(':id', id)}?${query}`;
}

/** Seconds for which a photo URL is still valid; null if it is forged, another reader’s or expired. */
export function holdsFor(
  { config, now }: UrlDeps,
  reader: Party,
  { id, query }: { readonly id: string; readonly query: URLSearchParams },
): number | null {
  const until = Number(query.get('until'));
  const signature = Buffer.from(query.get('signature') ?? '');
  const ours = Buffer.from(sign(config.secret, id, { reader, until }));
  if (signature.length !== ours.length || !timingSafeEqual(signature, ours)) return null;
  const left = until - secondOf(now());
  return left > 0 ? left : null;
}
