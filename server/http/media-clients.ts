import { Hono } from 'hono';
import { networkOf } from '#server/identity/network.ts';
import { createClientIpReader } from './client-ip.ts';

/** Gives the media server the client's IP, also behind the operator's proxies: it limits guesses by IP. */
export function nameMediaClients(trustedProxies: readonly string[]): Hono {
  const clientIpOf = createClientIpReader(trustedProxies);
  return new Hono().use(async (c, next) => {
    const peer = (c.env as { incoming?: { socket: { remoteAddress?: string } } } | undefined)?.incoming
      ?.socket;
    c.set('mediaClient', networkOf(clientIpOf(peer?.remoteAddress, c.req.header('x-forwarded-for'))));
    await next();
  });
}
