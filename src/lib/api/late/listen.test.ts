import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { makePerformer } from '#server/testing/make.ts';
import { nextPush, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { eventually } from '../../testing/page.ts';
import { listen, readPacket } from './listen.ts';

describe('a packet', () => {
  it.each([
    ['that opens the line', '0{"sid":"x"}', { kind: 'opened' }],
    ['that asks whether somebody is there', '2', { kind: 'ping' }],
    ['that lets the listener in', '40{"sid":"y"}', { kind: 'joined' }],
    ['with a push', '42["noted",{"user":1}]', { kind: 'push', name: 'noted', payload: { user: 1 } }],
    [
      'with a push and what a cluster adds',
      '42["noted",1,"offset"]',
      { kind: 'push', name: 'noted', payload: 1 },
    ],
    ['with broken JSON', '42["noted",', { kind: 'other' }],
    ['with no name', '42[{}]', { kind: 'other' }],
    ['with an answer', '430[{}]', { kind: 'other' }],
    ['of bytes', new ArrayBuffer(2), { kind: 'other' }],
  ])('%s is parsed', (_, data, expected) => {
    expect(readPacket(data)).toEqual(expected);
  });
});

describe('a listener', () => {
  let server: TestServer;
  let stop = (): void => {};
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  beforeEach(() => void vi.stubGlobal('location', new URL(server.url)));
  afterEach(() => stop());

  const heard: unknown[] = [];
  let gaps = 0;
  const start = (): void => {
    heard.length = 0;
    gaps = 0;
    stop = listen({
      onPush: (name, payload) => heard.push({ name, payload }),
      onGap: () => {
        gaps += 1;
      },
    });
  };
  /** Pushes repeatedly until one is received: nothing reports that the connection is open. */
  const hears = (user: number) =>
    eventually(async () => {
      await storeStatus(server.deps, user, onlineStatus.free);
      expect(heard).toContainEqual({
        name: 'performer-status',
        payload: { user, username: expect.any(String), onlineStatus: onlineStatus.free },
      });
    });

  it('receives pushes to everyone as a guest', async () => {
    const user = await makePerformer(server.deps);
    start();
    await hears(user);
    expect(gaps).toBe(0);
  });

  it('reconnects after a lost connection and reports the gap', async () => {
    const user = await makePerformer(server.deps);
    start();
    await hears(user);
    server.cutLines();
    await eventually(() => expect(gaps).toBe(1));
    heard.length = 0;
    await hears(user);
  });

  it('receives nothing after it was stopped', async () => {
    const user = await makePerformer(server.deps);
    start();
    await hears(user);
    stop();
    heard.length = 0;
    const other = server.connect();
    await new Promise<void>((resolve) => other.on('connect', resolve));
    const push = nextPush(other, 'performer-status');
    await storeStatus(server.deps, user, onlineStatus.offline);
    await push;
    expect(heard).toEqual([]);
  });
});
