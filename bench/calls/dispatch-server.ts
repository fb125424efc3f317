import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { pathOf } from '#contract/endpoint.ts';
import { readPasswordPolicy as call } from '#contract/member/settings/password-calls.ts';
import type { SocketAnswer } from '#contract/socket.ts';
import { bindings } from '#server/boot/routes.ts';
import { readPasswordPolicy } from '#server/member/password/passwords.ts';
import { serveSockets } from '#server/realtime/serve-sockets.ts';
import type { Sockets } from '#server/realtime/sockets.ts';
import { createPageHost } from '#server/site/page-host.ts';
import { testRequest } from '#server/testing/people.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import type { Way, WayMeasured } from './dispatch.ts';

const { deps, dispatch } = await createTestApp();
const log = pino({ level: 'silent' });

/** Dispatches socket calls without a network. */
function overSocket(): () => Promise<unknown> {
  let connect: ((socket: unknown) => void) | undefined;
  const io = {
    use: () => io,
    // Stub for the code that counts connections and groups their writes.
    engine: { opts: {}, on: () => {} },
    on: (_event: string, listener: typeof connect) => {
      connect = listener;
    },
  };
  serveSockets({ io: io as unknown as Sockets, deps, dispatch, bindings, log });
  const socket = Object.assign(new EventEmitter(), {
    handshake: { address: '127.0.0.1', auth: { 'api-key': deps.config.apiKey }, headers: {}, query: {} },
    data: { caller: { kind: 'guest', guestId: '', request: testRequest } },
    join: async () => {},
  });
  connect?.(socket);
  const envelope = { method: call.method, url: pathOf(call) };
  return () => new Promise<SocketAnswer>((resolve) => socket.emit('call', envelope, resolve));
}

/** Dispatches calls like a page during rendering. */
async function fromPage(): Promise<() => Promise<unknown>> {
  let transport: ((endpoint: typeof call, input: object, context: object) => Promise<unknown>) | undefined;
  const astro = {
    contentPolicy: "connect-src 'self'",
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

/** Calls the handler directly, with its input parsed and its output checked. */
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
  if (!JSON.stringify(await make()).includes(wanted))
    throw new Error(`The way "${way}" does not return the call's answer`);
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
