import { verify } from '@node-rs/argon2';
import { deviceToken } from '#server/identity/devices.ts';
import { hashPassword } from '#server/identity/passwords/passwords.ts';
import { unreachedLimits } from '#server/testing/fakes.ts';
import { makeMember } from '#server/testing/make.ts';
import { startTestServer } from '#server/testing/test-server.ts';
import { AT_ONCE, type LoginsOrder, type LoginsReady, PASSWORD } from './logins.ts';

const MEMBERS = 200;

/** The product's login with the default cost of password hashes; all clients are on this machine. */
const server = await startTestServer({
  database: process.env['BENCH_DATABASE'] ?? 'memory:',
  environment: { RATE_LIMITS: 'false', PASSWORD_HASHES: String(AT_ONCE) },
  change: () => ({ limits: unreachedLimits() }),
});
const passwordHash = await hashPassword(PASSWORD);
const accounts: LoginsReady['accounts'] = [];
for (let number = 0; number < MEMBERS; number += 1) {
  const email = `login${number}@example.com`;
  const memberId = await makeMember(server.deps, { email, passwordHash });
  accounts.push({ email, device: await deviceToken(server.deps, undefined, { kind: 'member', memberId }) });
}

/** The peer's measurement: only hashes, as many at once as the product computes. */
async function verifyFor(ms: number): Promise<{ done: number; seconds: number }> {
  const startedAt = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() - startedAt < ms) {
      if (!(await verify(passwordHash, PASSWORD))) throw new Error('The hash does not match the password');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { done, seconds: (performance.now() - startedAt) / 1000 };
}

process.on('message', async (order: LoginsOrder | 'cpu') => {
  if (order !== 'cpu') process.send?.(await verifyFor(order.bare));
});
process.send?.({ url: server.url, apiKey: server.deps.config.apiKey, accounts } satisfies LoginsReady);
