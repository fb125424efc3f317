import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { pathOf } from '#contract/endpoint.ts';
import { readPasswordPolicy as call } from '#contract/member/password-calls.ts';
import type { SocketAnswer } from '#contract/socket.ts';
import { bindings } from '#server/boot/routes.ts';
import { readPasswordPolicy } from '#server/member/password/read-password-policy.ts';
import { serveSockets } from '#server/realtime/serve-sockets.ts';
import type { Sockets } from '#server/realtime/sockets.ts';
import { createPageHost } from '#server/site/page-host.ts';
import { testRequest } from '#server/testing/callers.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { Way, WayMeasured } from './dispatch.ts';

const { deps, dispatch } = await createTestApp();
const log = pino({ level: 'silent' });

/** Calls as an envelope takes them, without the wire. */
function overSocket(): () => Promise<unknown> {
  let connect: ((socket: unknown) => void) | undefined;
  const io = {
    use: () => io,
    // What counts connections and joins their writes has none here.
    engine: { opts: {}, on: () => {} },
    on: (_event: string, listener: typeof connect) => {
      connect = listener;
    },
  };
  serveSockets({ io: io as unknown as Sockets, deps, dispatch, bindings, log });
  const socket = Object.assign(new EventEmitter(), {
    handshake: { address: '127.0.0.1', auth: {}, headers: {} },
    data: {},
    join: async () => {},
  });
  connect?.(socket);
  const envelope = { method: call.method, url: pathOf(call) };
  return () => new Promise<SocketAnswer>((resolve) => socket.emit('call', envelope, resolve));
}

/** Calls as a page makes them while it is rendered. */
async function fromPage(): Promise<() => Promise<unknown>> {
  let transport: ((asked: typeof call, input: object, context: object) => Promise<unknown>) | undefined;
  const astro = {
    contentPolicy: '',
    profileImage: '',
    render: async (_request: Request, { locals }: { locals: object }) => {
      ({ transport } = locals as { transport: typeof transport });
      return new Response('');
    },
  };
  const host = createPageHost({ config: deps.config, astro, dispatch, readImage: async () => null, log });
  const authenticate = async () => ({ kind: 'guest', guestId: '', request: testRequest }) as const;
  await host({ method: 'GET', url: '/', headers: {}, request: testRequest, authenticate });
  const context = { locale: 'nl', nonNude: false };
  return async () => transport?.(call, {}, context);
}

/** The handler with what it can't do without: its input parsed, its output checked. */
const direct = async (): Promise<unknown> => {
  call.input.parse({});
  return call.output.parse(await readPasswordPolicy(deps));
};

const ways: Record<Way, () => Promise<unknown>> = {
  direct,
  socket: overSocket(),
  page: await fromPage(),
};
const wanted = JSON.stringify({ policy: deps.config.passwordPolicy });
for (const [way, make] of Object.entries(ways)) {
  if (!JSON.stringify(await make()).includes(wanted)) throw new Error(`${way} does not answer the call`);
}

process.on('message', async (order: { way: Way; ms: number } | 'cpu') => {
  if (order === 'cpu') return;
  const make = ways[order.way];
  const startedAt = performance.now();
  let calls = 0;
  while (performance.now() - startedAt < order.ms) {
    for (let turn = 0; turn < 100; turn += 1) await make();
    calls += 100;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  process.send?.({ calls, seconds } satisfies WayMeasured);
});
process.send?.('ready');
