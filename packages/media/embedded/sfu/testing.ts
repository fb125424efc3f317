import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { RoughNetwork } from '../../testing/rough-network/rough-network.ts';
import {
  createTestPeer,
  type MediaRequest,
  mediaRequest,
  type TestPeer,
  type TestPeerOptions,
} from '../../testing/whip-client.ts';
import { createSfu, type Sfu, type SfuOptions } from './index.ts';

export interface TestSession {
  peer: TestPeer;
  location: string;
  etag: string;
  answer: string;
}

type PeerOptions = Partial<TestPeerOptions>;

export interface TestRoom {
  sfu: Sfu;
  request(path: string, request?: MediaRequest): Promise<Response>;
  publish(options?: PeerOptions & { token?: string }): Promise<TestSession>;
  view(subject: string, options?: PeerOptions): Promise<TestSession>;
  /** A peer that never connects. */
  stranger(direction: TestPeerOptions['direction']): Promise<TestPeer>;
  /** Polls `done` every 10 ms for at most 15 s. */
  until(done: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Tokens are `right:subject`; `expired:…` allows nothing. */
export const authorizeByName: SfuOptions['authorize'] = async (token, _room, right) => {
  const [allowed, subject = ''] = token.split(':');
  if (allowed === 'expired') return { subject, expiresAt: 1 };
  if (allowed !== 'publish' && allowed !== 'view') return null;
  return allowed === right ? { subject, expiresAt: Date.now() + 60_000 } : 'elsewhere';
};

const PATIENCE_MS = 15_000;

export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    if (await done()) return;
    // biome-ignore lint/plugin/sleeps: asks again until the state is reached
    await sleep(10);
  }
  throw new Error(`Condition not met within ${PATIENCE_MS} ms`);
}

/** Long limits: on a slow machine a test's publisher may send nothing while its viewers connect. */
export const patientLimits = { stillMs: 60_000, absentMs: 60_000 };

interface TestRoomOptions extends Partial<SfuOptions> {
  /** Network that carries all peers' datagrams; direct by default. */
  network?: RoughNetwork;
}

export async function openTestRoom({ limits, network, ...options }: TestRoomOptions = {}): Promise<TestRoom> {
  const sfu = createSfu({
    authorize: authorizeByName,
    limits: { ...patientLimits, ...limits },
    ...options,
  });
  const app = new Hono().route('/media', sfu.routes());
  const peers: TestPeer[] = [];
  const request = (path: string, init?: MediaRequest) =>
    mediaRequest(
      async (url, requestInit) => {
        const response = await app.request(url, requestInit);
        return network?.rerouted(response) ?? response;
      },
      path,
      init,
    );

  async function open(path: string, token: string, peer: TestPeer): Promise<TestSession> {
    peers.push(peer);
    const response = await request(path, { token, body: peer.offer });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    const answer = await response.text();
    await peer.accept(answer);
    return {
      peer,
      answer,
      location: response.headers.get('Location') ?? '',
      etag: response.headers.get('ETag') ?? '',
    };
  }

  return {
    sfu,
    request,
    publish: async ({ token = 'publish:camera', ...rest } = {}) =>
      open('/media/whip/lounge', token, await createTestPeer({ direction: 'sendonly', ...rest })),
    view: async (subject, rest = {}) =>
      open('/media/whep/lounge', `view:${subject}`, await createTestPeer({ direction: 'recvonly', ...rest })),
    stranger: async (direction) => {
      const peer = await createTestPeer({ direction });
      peers.push(peer);
      return peer;
    },
    until,
    close: async () => {
      await Promise.all(peers.map((peer) => peer.close()));
      await sfu.close();
    },
  };
}
