import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MediaGateway, PublishTarget } from '../port/gateway.ts';
import { type PlayerConfig, playerConfigSchema } from '../port/player-config.ts';
import { steadyNow } from '../port/served.ts';

export interface TestBroadcast {
  send(): void;
  stop(): Promise<void>;
}

/** Access to a media gateway under test as an encoder and as a player. */
export interface GatewayUnderTest {
  gateway: MediaGateway;
  /** Rejects if the target is refused. */
  publish(target: PublishTarget): Promise<TestBroadcast>;
  /** Rejects if the config is refused. */
  play(config: PlayerConfig): Promise<{ readonly packets: number }>;
  close(): Promise<void>;
}

const patience = { timeout: 5000, interval: 20 };

/** The gateway of one test, which is closed after it. */
interface OwnGateway {
  open(): Promise<GatewayUnderTest>;
  /** Opens it with a publisher in the room `lounge`. */
  broadcast(): Promise<{ media: GatewayUnderTest; encoder: TestBroadcast }>;
}

/** Test suite for the behaviour that every `MediaGateway` must have. */
export function mediaGatewayContract(name: string, open: () => Promise<GatewayUnderTest>): void {
  describe(`the ${name} media gateway`, () => {
    let media: GatewayUnderTest;
    afterEach(() => media.close());
    const own: OwnGateway = {
      open: async () => {
        media = await open();
        return media;
      },
      broadcast: async () => {
        await own.open();
        const target = await media.gateway.publishTarget('lounge', 'performer-1');
        return { media, encoder: await media.publish(target) };
      },
    };
    testDelivery(own);
    testTargets(own);
    testEnds(own);
  });
}

function testDelivery({ open, broadcast }: OwnGateway): void {
  test('plays the published media and counts it for the room and the viewer', async () => {
    const { media, encoder } = await broadcast();
    const player = await media.play(await media.gateway.playTarget('lounge', 'anna'));
    await vi.waitFor(() => {
      encoder.send();
      expect(player.packets).toBeGreaterThan(3);
    }, patience);
    const { publishing, viewers } = media.gateway.room('lounge');
    expect({ publishing, viewers }).toEqual({ publishing: true, viewers: 1 });
    // The counts of an external media server are polled.
    await vi.waitFor(() => {
      // Without further packets the picture would be frozen.
      encoder.send();
      const { packetsIn, lastMediaAt, received } = media.gateway.room('lounge');
      expect(packetsIn).toBeGreaterThan(3);
      expect(received).toMatchObject({ picture: 'moving' });
      expect(lastMediaAt).not.toBeNull();
      expect(media.gateway.viewer('anna')).toMatchObject({ connected: true });
      expect(media.gateway.watchers('lounge')).toEqual(['anna']);
      expect(media.gateway.watchers('attic')).toEqual([]);
      expect(media.gateway.viewer('anna')?.packetsOut).toBeGreaterThan(3);
    }, patience);
  });

  test('reports delivered media in whole ms', async () => {
    const { media, encoder } = await broadcast();
    await media.play(await media.gateway.playTarget('lounge', 'anna'));
    await vi.waitFor(() => {
      encoder.send();
      expect(media.gateway.viewer('anna')?.deliveredMs).toBeGreaterThan(0);
    }, patience);
    const { deliveredMs, lastMediaAt } = media.gateway.viewer('anna') ?? {};
    expect([deliveredMs, lastMediaAt].every(Number.isInteger)).toBe(true);
  });

  test('a room stops publishing when its encoder stops', async () => {
    const { media, encoder } = await broadcast();
    expect(media.gateway.room('lounge').publishing).toBe(true);
    await encoder.stop();
    await expect.poll(() => media.gateway.room('lounge').publishing, patience).toBe(false);
  });

  test('returns null for an unknown viewer', async () => {
    const media = await open();
    expect(media.gateway.viewer('nobody')).toBeNull();
  });
}

function testTargets({ open }: OwnGateway): void {
  test('a player config matches its schema', async () => {
    const media = await open();
    const config = await media.gateway.playTarget('lounge', 'anna');
    expect(playerConfigSchema.parse(config)).toEqual(config);
  });

  test('a publish target expires in the future', async () => {
    const media = await open();
    const { expiresAt } = await media.gateway.publishTarget('lounge', 'performer-1');
    expect(expiresAt.getTime()).toBeGreaterThan(steadyNow());
  });

  test('a target expires after the given number of seconds', async () => {
    const media = await open();
    const { expiresAt } = await media.gateway.publishTarget('lounge', 'performer-1', 60);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(steadyNow() + 60_000);
    expect(expiresAt.getTime()).toBeGreaterThan(steadyNow() + 30_000);
  });

  test('refuses a target of another room', async () => {
    const media = await open();
    const target = await media.gateway.publishTarget('lounge', 'performer-1');
    const moved = { ...target, url: target.url.replace('lounge', 'attic') };
    await expect(media.publish(moved)).rejects.toThrow();
  });

  test('refuses a changed token', async () => {
    const media = await open();
    const target = await media.gateway.publishTarget('lounge', 'performer-1');
    await expect(media.publish({ ...target, token: `${target.token.slice(0, -2)}xx` })).rejects.toThrow();
  });
}

function testEnds({ open, broadcast }: OwnGateway): void {
  test('a dropped publisher returns only with a new target', async () => {
    const media = await open();
    const target = await media.gateway.publishTarget('attic', 'anna', 60);
    await media.publish(target);
    media.gateway.drop('anna');
    media.gateway.closeRoom('attic');
    expect(media.gateway.room('attic').publishing).toBe(false);
    await expect(media.publish(target)).rejects.toThrow();
    await media.publish(await media.gateway.publishTarget('attic', 'anna', 60));
    expect(media.gateway.room('attic').publishing).toBe(true);
  });

  test('a dropped publisher’s broadcast ends, and nobody else’s', async () => {
    const media = await open();
    await media.publish(await media.gateway.publishTarget('attic', 'anna', 60));
    await media.publish(await media.gateway.publishTarget('lounge', 'bram', 60));
    media.gateway.drop('anna');
    await expect.poll(() => media.gateway.room('attic').publishing, { timeout: 10_000 }).toBe(false);
    expect(media.gateway.room('lounge').publishing).toBe(true);
  });

  test('a dropped viewer returns only with a new config', async () => {
    const { media } = await broadcast();
    const config = await media.gateway.playTarget('lounge', 'anna');
    await media.play(config);
    media.gateway.drop('anna');
    expect(media.gateway.room('lounge').viewers).toBe(0);
    expect(media.gateway.watchers('lounge')).toEqual([]);
    await expect(media.play(config)).rejects.toThrow();
    await media.play(await media.gateway.playTarget('lounge', 'anna'));
    expect(media.gateway.room('lounge').viewers).toBe(1);
  });

  test('a closed room has neither publisher nor viewers', async () => {
    const { media } = await broadcast();
    await media.play(await media.gateway.playTarget('lounge', 'anna'));
    media.gateway.closeRoom('lounge');
    expect(media.gateway.room('lounge')).toMatchObject({ publishing: false, viewers: 0, received: null });
  });
}
