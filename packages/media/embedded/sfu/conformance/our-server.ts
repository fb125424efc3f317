import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createSfu, type Sfu, type SfuOptions } from '../index.ts';

export interface OurServer {
  sfu: Sfu;
  /** Endpoint of the room `lounge`. */
  whip: string;
  whep: string;
  close(): Promise<void>;
}

/** Tokens are `right:room`. */
const authorize: SfuOptions['authorize'] = async (token, room, right) => {
  const [allowed, where] = token.split(':');
  if (!where || (allowed !== 'publish' && allowed !== 'view')) return null;
  if (allowed !== right || where !== room) return 'elsewhere';
  return { subject: token, expiresAt: Date.now() + 600_000 };
};

/** The embedded media server on a free port with limits that reset after 2 s; `deliver` may change its responses. */
export async function openOurServer(
  limits: SfuOptions['limits'] = {},
  deliver: (response: Response) => Response | Promise<Response> = (response) => response,
): Promise<OurServer> {
  const sfu = createSfu({
    authorize,
    iceServers: () => [
      { urls: 'stun:stun.example.org' },
      { urls: 'turn:turn.example.org?transport=udp', username: 'user', credential: 'secret' },
    ],
    limits: {
      countedSeconds: 2,
      postsPerSubject: 40,
      changesPerSession: 20,
      failuresPerAddress: 20,
      ...limits,
    },
  });
  const app = new Hono().route('/media', sfu.routes());
  const server = createServer(getRequestListener(async (request) => deliver(await app.fetch(request))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sfu,
    whip: `${origin}/media/whip/lounge`,
    whep: `${origin}/media/whep/lounge`,
    close: async () => {
      await sfu.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
