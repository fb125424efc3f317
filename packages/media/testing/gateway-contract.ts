import { afterEach, describe, expect, test, vi } from 'vitest';
import type { MediaGateway, PublishTarget } from '../port/gateway.ts';
import { type PlayerConfig, playerConfigSchema } from '../port/player-config.ts';

export interface TestBroadcast {
  send(): void;
  stop(): Promise<void>;
}

/** How a media gateway under test is reached as an encoder and as a player. */
export interface GatewayUnderTest {
  gateway: MediaGateway;
  /** Rejects when the target is refused. */
  publish(target: PublishTarget): Promise<TestBroadcast>;
  /** Rejects when the config is refused. */
  play(config: PlayerConfig): Promise<{ readonly packets: number }>;
  close(): Promise<void>;
}

const patience = { timeout: 5000, interval: 20 };

/** The behaviour every `MediaGateway` must have, as a test suite. */
export function mediaGatewayContract(name: string, open: () => Promise<GatewayUnderTest>): void {
  describe(`the ${name} media gateway`, () => {
    let media: GatewayUnderTest;
    afterEach(() => media.close());

    async function broadcast(): Promise<TestBroadcast> {
      media = await open();
      return media.publish(await media.gateway.publishTarget('lounge', 'performer-1'));
    }

    test('plays what is published, and counts it for the room and the viewer', async () => {
      const encoder = await broadcast();
      const player = await media.play(await media.gateway.playTarget('lounge', 'anna'));
      await vi.waitFor(() => {
        encoder.send();
        expect(player.packets).toBeGreaterThan(3);
      }, patience);
      const { publishing, viewers } = media.gateway.room('lounge');
      expect({ publishing, viewers }).toEqual({ publishing: true, viewers: 1 });
      // A media server outside is asked for its counts now and then.
      await vi.waitFor(() => {
        const { packetsIn, lastMediaAt } = media.gateway.room('lounge');
        expect(packetsIn).toBeGreaterThan(3);
        expect(lastMediaAt).not.toBeNull();
        expect(media.gateway.viewer('anna')).toMatchObject({ connected: true });
        expect(media.gateway.viewer('anna')?.packetsOut).toBeGreaterThan(3);
      }, patience);
    });

    test('what was delivered is told in whole ms, as it is stored', async () => {
      const encoder = await broadcast();
      await media.play(await media.gateway.playTarget('lounge', 'anna'));
      await vi.waitFor(() => {
        encoder.send();
        expect(media.gateway.viewer('anna')?.deliveredMs).toBeGreaterThan(0);
      }, patience);
      const { deliveredMs, lastMediaAt } = media.gateway.viewer('anna') ?? {};
      expect([deliveredMs, lastMediaAt].every(Number.isInteger)).toBe(true);
    });

    test('a player config is what the contract says', async () => {
      media = await open();
      const config = await media.gateway.playTarget('lounge', 'anna');
      expect(playerConfigSchema.parse(config)).toEqual(config);
    });

    test('a publish target ends in the future', async () => {
      media = await open();
      const { expiresAt } = await media.gateway.publishTarget('lounge', 'performer-1');
      expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    });

    test('a target ends when its maker says', async () => {
      media = await open();
      const { expiresAt } = await media.gateway.publishTarget('lounge', 'performer-1', 60);
      expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
    });

    test('a publisher who was cut off can not come back with the same target, only with a new one', async () => {
      media = await open();
      const target = await media.gateway.publishTarget('attic', 'anna', 60);
      await media.publish(target);
      media.gateway.drop('anna');
      media.gateway.closeRoom('attic');
      expect(media.gateway.room('attic').publishing).toBe(false);
      await expect(media.publish(target)).rejects.toThrow();
      await media.publish(await media.gateway.publishTarget('attic', 'anna', 60));
      expect(media.gateway.room('attic').publishing).toBe(true);
    });

    test('a target of one room opens no other', async () => {
      media = await open();
      const target = await media.gateway.publishTarget('lounge', 'performer-1');
      const moved = { ...target, url: target.url.replace('lounge', 'attic') };
      await expect(media.publish(moved)).rejects.toThrow();
    });

    test('a changed token opens nothing', async () => {
      media = await open();
      const target = await media.gateway.publishTarget('lounge', 'performer-1');
      await expect(media.publish({ ...target, token: `${target.token.slice(0, -2)}xx` })).rejects.toThrow();
    });

    test('a viewer who was cut off can not come back with the same config, only with a new one', async () => {
      await broadcast();
      const config = await media.gateway.playTarget('lounge', 'anna');
      await media.play(config);
      media.gateway.drop('anna');
      expect(media.gateway.room('lounge').viewers).toBe(0);
      await expect(media.play(config)).rejects.toThrow();
      await media.play(await media.gateway.playTarget('lounge', 'anna'));
      expect(media.gateway.room('lounge').viewers).toBe(1);
    });

    test('a closed room has neither publisher nor viewers', async () => {
      await broadcast();
      await media.play(await media.gateway.playTarget('lounge', 'anna'));
      media.gateway.closeRoom('lounge');
      expect(media.gateway.room('lounge')).toMatchObject({ publishing: false, viewers: 0 });
    });

    test('a viewer nobody knows was delivered nothing', async () => {
      media = await open();
      expect(media.gateway.viewer('nobody')).toBeNull();
    });

    test('a room is down when its encoder stops', async () => {
      const encoder = await broadcast();
      expect(media.gateway.room('lounge').publishing).toBe(true);
      await encoder.stop();
      await expect.poll(() => media.gateway.room('lounge').publishing, patience).toBe(false);
    });
  });
}
