import { expect, test, vi } from 'vitest';
import { mediaGatewayContract } from '../testing/gateway-contract.ts';
import { underTest } from '../testing/under-test.ts';
import { createEmbeddedMedia } from './embedded.ts';
import { patientLimits } from './sfu/testing.ts';

const secret = 'a secret that is long enough for a test';

/** ms by which the clock is set forward. */
const MOVED_MS = 5 * 60_000;
const patience = { timeout: 5000, interval: 20 };

mediaGatewayContract('embedded', async () =>
  underTest(createEmbeddedMedia({ secret, limits: patientLimits })),
);

test('counts only packets as delivery when the clock is set forward', async () => {
  const startedAt = Date.now();
  let ahead = 0;
  // Sessions must survive the jump of the clock.
  const limits = { ...patientLimits, silenceMs: 2 * MOVED_MS };
  const { gateway, publish, play, close } = underTest(
    createEmbeddedMedia({ secret, limits, now: () => Date.now() + ahead }),
  );
  try {
    const encoder = await publish(await gateway.publishTarget('lounge', 'performer-1'));
    const player = await play(await gateway.playTarget('lounge', 'anna'));
    const delivered = () => gateway.viewer('anna')?.deliveredMs ?? 0;
    const sendUntil = (isEnough: () => boolean) =>
      vi.waitFor(() => {
        encoder.send();
        expect(isEnough()).toBe(true);
      }, patience);
    await sendUntil(() => delivered() > 0);
    const before = delivered();

    ahead = MOVED_MS;
    expect(delivered()).toBe(before);

    const packets = player.packets;
    await sendUntil(() => player.packets > packets + 5 && delivered() > before);
    expect(delivered()).toBeLessThanOrEqual(Date.now() - startedAt);
  } finally {
    await close();
  }
});
