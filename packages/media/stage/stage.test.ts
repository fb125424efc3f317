import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlayerConfig } from '../port/player-config.ts';
import type { ServedMedia } from '../port/served.ts';
import { mediaGatewayContract } from '../testing/gateway-contract.ts';
import { linesOf, orderOnStage, publishOnStage, type StageConfig } from './protocol.ts';
import { createStageMedia } from './stage.ts';

const secret = 'a secret that is long enough for a test';
const PACKET_MS = 20;

function configOf(config: PlayerConfig): StageConfig {
  if (config.agent !== 'nano') throw new Error(`Unsupported agent ${config.agent}`);
  return config;
}

/** A player in this process that records its states and counts packets while media is delivered. */
async function openView(app: Hono, config: PlayerConfig) {
  const { streamname, token } = configOf(config);
  const answer = await app.request(streamname, { headers: { Authorization: `Bearer ${token}` } });
  if (!answer.ok || !answer.body) throw new Error(`Refused with ${answer.status}`);
  const reader = answer.body.getReader();
  const shown: string[] = [];
  let packets = 0;
  const counting = setInterval(() => {
    if (shown.at(-1) === 'delivering') packets += 1;
  }, PACKET_MS);
  const over = (async () => {
    for await (const line of linesOf(reader)) shown.push(line);
    clearInterval(counting);
  })();
  return {
    shown,
    over,
    leave: () => reader.cancel(),
    get packets() {
      return packets;
    },
  };
}

mediaGatewayContract('stage', async () => {
  const gateway = createStageMedia({ secret });
  const app = new Hono().route('/media', gateway.routes());
  return {
    gateway,
    publish: async (target) => {
      const { stop } = await publishOnStage(app.request, target);
      return { send: () => undefined, stop };
    },
    play: (config) => openView(app, config),
    close: () => gateway.close(),
  };
});

describe('a stage', () => {
  let clock: number;
  let gateway: ServedMedia;
  let app: Hono;
  let config: StageConfig;
  beforeEach(async () => {
    clock = 1_000_000;
    gateway = createStageMedia({ secret, now: () => clock });
    app = new Hono().route('/media', gateway.routes());
    config = configOf(await gateway.playTarget('lounge', 'anna'));
  });
  afterEach(() => gateway.close());

  const publish = async () =>
    publishOnStage(app.request, await gateway.publishTarget('lounge', 'performer-1'));
  const delivered = () => gateway.viewer('anna')?.deliveredMs;

  test('delivers by the clock, even if it is moved', async () => {
    await publish();
    await openView(app, config);
    clock += 5 * 60_000;
    expect(gateway.viewer('anna')).toEqual({
      connected: true,
      packetsOut: 15_000,
      deliveredMs: 300_000,
      lastMediaAt: clock,
    });
    expect(gateway.room('lounge')).toMatchObject({ packetsIn: 15_000, lastMediaAt: clock });
  });

  test.each(['stalled', 'gone'] as const)('delivers nothing to a viewer that is %s', async (order) => {
    await publish();
    const view = await openView(app, config);
    clock += 1000;
    await orderOnStage(app.request, config, order);
    const haltedAt = clock;
    clock += 60_000;
    expect(gateway.viewer('anna')).toMatchObject({
      connected: order === 'stalled',
      deliveredMs: 1000,
      lastMediaAt: haltedAt,
    });
    expect(gateway.room('lounge').viewers).toBe(order === 'stalled' ? 1 : 0);
    await orderOnStage(app.request, config, 'delivering');
    clock += 500;
    expect(delivered()).toBe(1500);
    await expect.poll(() => view.shown).toEqual(['delivering', order, 'delivering']);
  });

  test('delivers nothing without a publisher', async () => {
    const view = await openView(app, config);
    clock += 1000;
    expect(gateway.viewer('anna')).toEqual({
      connected: true,
      packetsOut: 0,
      deliveredMs: 0,
      lastMediaAt: null,
    });
    const encoder = await publish();
    clock += 1000;
    await encoder.stop();
    clock += 1000;
    expect(delivered()).toBe(1000);
    await expect.poll(() => view.shown).toEqual(['waiting', 'delivering', 'waiting']);
  });

  test('stops delivering to a viewer that leaves and continues its count after its return', async () => {
    await publish();
    const view = await openView(app, config);
    clock += 1000;
    await view.leave();
    expect(gateway.viewer('anna')).toMatchObject({ connected: false, deliveredMs: 1000 });
    clock += 1000;
    await openView(app, config);
    clock += 1000;
    expect(delivered()).toBe(2000);
  });

  test('counts rooms, publishers and viewers', async () => {
    await publish();
    await openView(app, config);
    clock += 40;
    expect(gateway.stats()).toEqual({ rooms: 1, publishers: 1, viewers: 1, packetsIn: 2, packetsOut: 2 });
  });

  test('refuses an unknown order and one without the viewer’s token', async () => {
    await expect(orderOnStage(app.request, config, 'dancing' as 'gone')).rejects.toThrow('400');
    await expect(orderOnStage(app.request, { ...config, token: 'other' }, 'gone')).rejects.toThrow('401');
  });

  test('ends all views when its server stops', async () => {
    const view = await openView(app, config);
    gateway.attach?.({} as never)();
    await view.over;
    expect(gateway.viewer('anna')).toMatchObject({ connected: false });
  });
});
