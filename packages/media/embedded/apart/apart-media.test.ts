import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ServedMedia } from '../../port/served.ts';
import { type GatewayUnderTest, mediaGatewayContract } from '../../testing/gateway-contract.ts';
import { underTest } from '../../testing/under-test.ts';
import { patientLimits } from '../sfu/testing.ts';
import { type ApartMediaOptions, createApartMedia } from './apart-media.ts';
import type { MediaHome } from './channel.ts';

const secret = 'a secret that is long enough for a test';
/** In ms; a process starts slowly on a slow machine. */
const patience = { timeout: 60_000, interval: 20 };

const open = (home: MediaHome, options: Partial<ApartMediaOptions> = {}) =>
  createApartMedia({ home, secret, limits: patientLimits, ...options });

for (const home of ['process', 'thread'] as const) {
  // Shared by the whole contract: starting one takes seconds on a slow machine.
  let gateway: ServedMedia;
  beforeAll(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const log = (event: string) => event === 'media.server.started' && resolve();
    gateway = open(home, { log, limits: { ...patientLimits, postsPerSubject: 1000 } });
    await promise;
  });
  afterAll(() => gateway.close());
  mediaGatewayContract(`embedded (${home} of its own)`, async () => {
    const { close: _closeAll, ...kept } = gateway;
    const close = async () => {
      for (const room of ['lounge', 'attic']) kept.closeRoom(room);
    };
    return underTest({ ...kept, close });
  });
}

describe('a media server in a separate process or thread', { timeout: 150_000 }, () => {
  let media: GatewayUnderTest | null = null;
  let pids: number[] = [];
  afterEach(async () => {
    await media?.close();
    media = null;
    pids = [];
  });

  /** Records the process id of each started media server. */
  const log: NonNullable<ApartMediaOptions['log']> = (event, { pid }) => {
    if (event === 'media.server.started') pids.push(Number(pid));
  };

  async function openWatched(options: Partial<ApartMediaOptions> = {}): Promise<ServedMedia> {
    const gateway = open('process', { log, ...options });
    media = underTest(gateway);
    await expect.poll(() => pids, patience).toHaveLength(1);
    return gateway;
  }

  async function showPicture(gateway: ServedMedia, counted = 0): Promise<void> {
    if (!media) throw new Error('The media server is not open');
    const encoder = await media.publish(await gateway.publishTarget('lounge', 'publisher-1'));
    const player = await media.play(await gateway.playTarget('lounge', 'anna'));
    await vi.waitFor(() => {
      encoder.send();
      expect(player.packets).toBeGreaterThan(3);
      expect(gateway.viewer('anna')?.packetsOut).toBeGreaterThan(counted + 3);
    }, patience);
  }

  test('ends its rooms when killed, restarts, and continues its counters', async () => {
    const events: [string, boolean][] = [];
    const gateway = await openWatched({ onPublisher: (room, up) => events.push([room, up]) });
    await showPicture(gateway);
    const before = gateway.viewer('anna')?.packetsOut ?? 0;
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await expect.poll(() => gateway.room('lounge').publishing, patience).toBe(false);
    expect(gateway.room('lounge').viewers).toBe(0);
    expect(gateway.viewer('anna')).toMatchObject({ connected: false, packetsOut: expect.any(Number) });
    expect(events).toEqual([
      ['lounge', true],
      ['lounge', false],
    ]);
    await expect.poll(() => pids, patience).toHaveLength(2);
    await showPicture(gateway, before);
    expect(gateway.room('lounge')).toMatchObject({ publishing: true, viewers: 1 });
  });

  test('answers 503 with Retry-After while no media server runs', async () => {
    const gateway = await openWatched();
    process.kill(pids[0] ?? 0, 'SIGKILL');
    const body = { method: 'POST', body: 'v=0' };
    await vi.waitFor(async () => {
      const response = await gateway.routes().request('/whep/lounge', body);
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('1');
    }, patience);
  });

  test('keeps a dropped viewer out after the media server was killed', async () => {
    const gateway = await openWatched();
    const target = await gateway.publishTarget('lounge', 'publisher-1');
    gateway.drop('publisher-1');
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await expect.poll(() => pids, patience).toHaveLength(2);
    await expect(media?.publish(target)).rejects.toThrow('401');
  });

  test('reports nothing as publishing three seconds after the media server hangs', async () => {
    const gateway = await openWatched();
    await showPicture(gateway);
    const [pid = 0] = pids;
    process.kill(pid, 'SIGSTOP');
    const stoppedAt = Date.now();
    await expect.poll(() => gateway.room('lounge').publishing, patience).toBe(false);
    expect(Date.now() - stoppedAt).toBeLessThan(5000);
    expect(gateway.viewer('anna')?.connected).toBe(false);
    process.kill(pid, 'SIGCONT');
    await expect.poll(() => gateway.viewer('anna')?.connected, patience).toBe(true);
  });

  test('ends when the process that started it is killed', async () => {
    const script = `
      import { createApartMedia } from '${new URL('./apart-media.ts', import.meta.url)}';
      createApartMedia({ home: 'process', secret: '${secret}', log: (event, fields) => {
        if (event === 'media.server.started') process.stdout.write(String(fields.pid));
      } });
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script]);
    const [first] = await once(parent.stdout, 'data');
    const pid = Number(String(first));
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), patience).toBe(false);
  });

  test('ignores SIGTERM and ends when the product closes it', async () => {
    const gateway = await openWatched();
    const [pid = 0] = pids;
    process.kill(pid, 'SIGTERM');
    await showPicture(gateway);
    expect(isRunning(pid)).toBe(true);
    await gateway.close();
    await expect.poll(() => isRunning(pid), patience).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
