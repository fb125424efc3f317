import { chatAction } from '#contract/chat/action-calls.ts';
import { keepAlive } from '#contract/chat/session-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { unreachedLimits } from '#server/testing/fakes.ts';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { join } from '#server/testing/viewer.ts';
import type { FanOutReady, Line, Person } from './fan-out-load.ts';

/** The product's sockets, calls, limits and in-memory database; only mail, payments and media are fakes. */
const server = await startTestServer({
  // All clients are on this machine and send without a pause.
  environment: { SOCKETS_PER_IP: '0', SOCKET_EVENTS: '0' },
  change: () => ({ limits: unreachedLimits() }),
});
const performer = await aPerformer(server, onlineStatus.free);
const people: Person[] = [];
for (let number = 0; number < Number(process.env['BENCH_SIZE']); number += 1) {
  const member = await aMember(server);
  const auth = (await join(server, member.caller, performer)).auth();
  people.push({
    token: member.token,
    enter: { method: 'PUT', url: pathOf(keepAlive), data: { auth } },
    talk: { method: 'POST', url: pathOf(chatAction), data: { action: 'message', recipient: 'host', auth } },
  });
}

process.on('message', (order: { push?: Line }) => {
  if (order.push) server.deps.push.toRoom(performer.id, 'chat-message', order.push);
});
process.send?.({ url: server.url, people } satisfies FanOutReady);
