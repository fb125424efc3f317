import { serve } from '@hono/node-server';
import { createSfu, type Sfu } from '@vonk/media/embedded';
import { collectPackets, createTestPeer, mediaRequest, type TestPeer } from '@vonk/media/testing';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PictureLossIndication, RtcpPayloadSpecificFeedback, RtcpSrPacket, Vp8RtpPayload } from 'werift';
import { type Broadcast, type BroadcastOptions, startBroadcast, waitAfter } from '#demo/broadcaster.ts';
import { clipSize, testClip } from '#demo/clip/testing.ts';
import { keyFrameSize } from '#demo/clip/vp8.ts';

const cleanUp: (() => Promise<unknown>)[] = [];

/** A media server on its own port; after `stop` nothing listens there, as after a kill. */
async function openServer(port = 0): Promise<{
  sfu: Sfu;
  port: number;
  stop(): Promise<void>;
  view(): Promise<TestPeer>;
  /** Another publisher of the room. */
  publish(token: string): Promise<{ end(): Promise<void> }>;
}> {
  const sfu = createSfu({
    authorize: async (token) =>
      token === 'wrong' ? null : { subject: token, expiresAt: Date.now() + 60_000 },
    limits: { postsPerSubject: 100 },
  });
  const app = new Hono().route('/media', sfu.routes());
  const listening = await new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve) => {
    const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (info) =>
      resolve({ server, port: info.port }),
    );
  });
  return {
    sfu,
    port: listening.port,
    stop: async () => {
      await sfu.close();
      await new Promise((resolve) => listening.server.close(resolve));
    },
    view: async () => {
      const peer = await createTestPeer({ direction: 'recvonly' });
      const response = await mediaRequest((url, init) => app.request(url, init), '/media/whep/lounge', {
        token: 'anna',
        body: peer.offer,
      });
      await peer.accept(await response.text());
      return peer;
    },
    publish: async (token) => {
      const peer = await createTestPeer({ direction: 'sendonly' });
      const send = (url: string, init: RequestInit) => app.request(url, init);
      const response = await mediaRequest(send, '/media/whip/lounge', { token, body: peer.offer });
      await peer.accept(await response.text());
      const session = response.headers.get('Location') ?? '';
      return {
        end: async () => {
          await mediaRequest(send, session, { method: 'DELETE', token });
          await peer.close();
        },
      };
    },
  };
}

const until = (done: () => boolean) => vi.waitUntil(done, { timeout: 20_000, interval: 20 });

afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

function broadcast(port: number, options: Partial<BroadcastOptions> = {}): Broadcast {
  const whipUrl = `http://127.0.0.1:${port}/media/whip/lounge`;
  const onAir = startBroadcast({
    name: 'Femke',
    whipUrl,
    token: 'femke',
    clip: testClip,
    log: () => undefined,
    ...options,
  });
  cleanUp.push(() => onAir.stop());
  return onAir;
}

async function open(port?: number) {
  const server = await openServer(port);
  cleanUp.push(() => server.stop());
  return server;
}

describe('a broadcaster', { timeout: 60_000 }, () => {
  it('delivers whole key frames and sound to a viewer of the room', async () => {
    const server = await open();
    broadcast(server.port);
    await until(() => server.sfu.room('lounge').publishing);
    const viewer = await server.view();
    cleanUp.push(() => viewer.close());
    const video = collectPackets(viewer);
    const audio = collectPackets(viewer, 'audio');
    await until(() => video.length > 5 && audio.length > 20);
    const heads = video
      .map(({ payload }) => Vp8RtpPayload.deSerialize(payload))
      .filter(({ sBit }) => sBit === 1);
    expect(heads.length).toBeGreaterThan(3);
    for (const { payload } of heads) expect(keyFrameSize(payload)).toEqual(clipSize);
  });

  it('sends the clock of both streams in sender reports, which agree within 5 ms', async () => {
    const server = await open();
    broadcast(server.port, { reportMs: 100 });
    await until(() => server.sfu.room('lounge').publishing);
    const viewer = await server.view();
    cleanUp.push(() => viewer.close());
    const reports: RtcpSrPacket[] = [];
    viewer.pc.dtlsTransports[0]?.onRtcp.subscribe((packet) => {
      if (packet instanceof RtcpSrPacket) reports.push(packet);
    });
    await until(() => reports.length > 3);
    for (const { senderInfo } of reports) {
      const seconds =
        Number(senderInfo.ntpTimestamp >> 32n) + Number(senderInfo.ntpTimestamp & 0xffffffffn) / 2 ** 32;
      expect(Math.abs(seconds - 2_208_988_800 - Date.now() / 1000)).toBeLessThan(8);
    }
    const bySource = [...Map.groupBy(reports, ({ ssrc }) => ssrc).values()];
    for (const [first, second] of bySource) {
      if (!first || !second) continue;
      const ms = Number(((second.senderInfo.ntpTimestamp - first.senderInfo.ntpTimestamp) * 1000n) >> 32n);
      const ticks = (second.senderInfo.rtpTimestamp - first.senderInfo.rtpTimestamp) >>> 0;
      const clocks = [ticks / 90, ticks / 48].map((elapsed) => Math.abs(elapsed - ms));
      expect(Math.min(...clocks)).toBeLessThan(5);
    }
  });

  it('counts requests for a key frame and changes nothing, because every frame is one', async () => {
    const server = await open();
    const onAir = broadcast(server.port);
    await until(() => server.sfu.room('lounge').publishing);
    const viewer = await server.view();
    cleanUp.push(() => viewer.close());
    await until(() => (viewer.video?.receiver.tracks[0]?.ssrc ?? 0) > 0);
    const mediaSsrc = viewer.video?.receiver.tracks[0]?.ssrc ?? 0;
    const feedback = new PictureLossIndication({ senderSsrc: 1, mediaSsrc });
    await viewer.pc.dtlsTransports[0]?.sendRtcp([new RtcpPayloadSpecificFeedback({ feedback })]);
    await until(() => onAir.stats().keyFrameRequests > 0);
  });

  /** Counts how often a broadcaster asks for another token. */
  function renewals(port: number) {
    const renew = vi.fn(async () => ({
      whipUrl: `http://127.0.0.1:${port}/media/whip/lounge`,
      token: 'renewed',
    }));
    return renew;
  }

  it('reconnects with its token after the server was unreachable', async () => {
    const first = await openServer();
    const renew = renewals(first.port);
    const onAir = broadcast(first.port, { renew });
    await until(() => onAir.stats().live);
    await first.stop();
    await until(() => !onAir.stats().live);
    const second = await open(first.port);
    await until(() => onAir.stats().publications === 2);
    expect(second.sfu.room('lounge').publishing).toBe(true);
    expect(onAir.stats().live).toBe(true);
    expect(renew).not.toHaveBeenCalled();
  });

  it('renews a token that is refused', async () => {
    const server = await open();
    const renew = renewals(server.port);
    const onAir = broadcast(server.port, { token: 'wrong', renew });
    await until(() => onAir.stats().live);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('waits while a performer broadcasts who has taken over', async () => {
    const server = await open();
    const renew = renewals(server.port);
    const logged: string[] = [];
    const onAir = broadcast(server.port, { renew, log: (event) => logged.push(event) });
    await until(() => onAir.stats().live);
    const performer = await server.publish('performer');
    await until(() => !onAir.stats().live);
    await until(() => logged.filter((event) => event === 'broadcast.failed').length === 2);
    expect(onAir.stats()).toMatchObject({ live: false, publications: 1 });
    await performer.end();
    await until(() => onAir.stats().publications === 2);
    expect(renew).not.toHaveBeenCalled();
  });

  it('reports why it is not live if the server refuses, and keeps trying', async () => {
    const server = await open();
    const logged: unknown[] = [];
    const onAir = broadcast(server.port, {
      token: 'wrong',
      log: (event, fields) => logged.push([event, fields]),
    });
    await until(() => logged.length > 1);
    expect(logged[0]).toEqual([
      'broadcast.failed',
      expect.objectContaining({ name: 'Femke', reason: expect.stringContaining('WHIP answered 40') }),
    ]);
    expect(onAir.stats().live).toBe(false);
  });

  it('leaves an empty room when it is stopped', async () => {
    const server = await open();
    const onAir = broadcast(server.port);
    await until(() => server.sfu.room('lounge').publishing);
    await onAir.stop();
    await until(() => !server.sfu.room('lounge').publishing);
    expect(onAir.stats().live).toBe(false);
  });

  it('waits longer after each failure, up to fifteen seconds', () => {
    expect(waitAfter(1)).toBeLessThanOrEqual(400);
    expect(waitAfter(3)).toBeGreaterThanOrEqual(1200);
    for (let failures = 1; failures < 60; failures++) expect(waitAfter(failures)).toBeLessThanOrEqual(15_000);
  });
});
