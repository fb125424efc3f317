import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { startBroadcast } from '#demo/broadcaster.ts';
import { testClip } from '#demo/clip/testing.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

/** A media server in a separate process, which the test kills. */
async function openProcess(port: number): Promise<{ process: ChildProcess; port: number }> {
  const program = `
    import { serve } from '@hono/node-server';
    import { Hono } from 'hono';
    import { createSfu } from '@vonk/media/embedded';
    const authorize = async (subject) => ({ subject, expiresAt: Date.now() + 60_000 });
    const app = new Hono().route('/media', createSfu({ authorize }).routes());
    serve({ fetch: app.fetch, port: ${port}, hostname: '127.0.0.1' }, (info) => process.stdout.write(String(info.port)));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cleanUp.push(async () => child.kill('SIGKILL'));
  const [output] = await once(child.stdout, 'data');
  return { process: child, port: Number(output) };
}

it('a broadcaster reconnects after its server was killed and another one took its place', {
  timeout: 60_000,
}, async () => {
  const first = await openProcess(0);
  const onAir = startBroadcast({
    name: 'Femke',
    whipUrl: `http://127.0.0.1:${first.port}/media/whip/lounge`,
    token: 'femke',
    clip: testClip,
    log: () => undefined,
  });
  cleanUp.push(() => onAir.stop());
  await expect.poll(() => onAir.stats().live).toBe(true);
  first.process.kill('SIGKILL');
  await openProcess(first.port);
  await expect.poll(() => onAir.stats().publications, { timeout: 30_000 }).toBe(2);
});
