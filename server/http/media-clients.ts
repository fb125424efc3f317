import { Hono } from 'hono';
import { networkOf } from '#server/identity/network.ts';
import { createClientIpReader } from './client-ip.ts';

/** Tells the media server who asks, behind the operator's proxies too: it limits guesses by that. */
export function nameMediaClients(trustedProxies: readonly string[]): Hono {
  const clientIpOf = createClientIpReader(trustedProxies);
  return new Hono().use(async (c, next) => {
    const peer = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming
      ?.socket;
    c.set('mediaClient', networkOf(clientIpOf(peer?.remoteAddress, c.req.header('x-forwarded-for'))));
    await next();
  });
}
