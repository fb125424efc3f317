import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEncoder } from '../../../testing/whip-client.ts';
import { vp8Payload } from '../rtp/testing.ts';
import { openTestRoom, type TestRoom } from '../testing.ts';

let room: TestRoom;
/** ms by which the room's clock has been moved. */
let ahead: number;
let encoder: ReturnType<typeof createEncoder>;

beforeEach(async () => {
  ahead = 0;
  const start = Date.now();
  room = await openTestRoom({ now: () => start + ahead });
  encoder = createEncoder((await room.publish()).peer);
  await room.until(() => {
    encoder.send('video', vp8Payload({ isKey: true, bytes: 3000 }));
    return room.sfu.room('lounge').packetsIn > 0;
  });
  await room.view('anna');
});
afterEach(() => room.close());

const received = () => room.sfu.room('lounge').received;
const deliveredMs = () => room.sfu.viewer('anna')?.deliveredMs ?? 0;

/** Sends until one packet more has reached the viewer, 100 ms later by the room's clock. */
async function pass(kinds: readonly ('video' | 'audio')[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    ahead += 100;
    const before = room.sfu.viewer('anna')?.packetsOut ?? 0;
    for (const kind of kinds)
      encoder.send(kind, kind === 'video' ? vp8Payload({ bytes: 500 + (encoder.sent % 97) }) : undefined);
    await room.until(() => (room.sfu.viewer('anna')?.packetsOut ?? 0) > before);
  }
}

test('a frozen picture is not delivered, although its sound goes on', async () => {
  await pass(['video', 'audio'], 1000);
  expect(received()).toMatchObject({ picture: 'moving', size: { width: 640, height: 480 } });
  const before = deliveredMs();
  expect(before).toBeGreaterThan(500);

  await pass(['audio'], 2000);
  await room.until(() => received()?.picture === 'frozen');
  // The check that follows every 250 ms.
  await expect
    .poll(async () => {
      const counted = deliveredMs();
      await pass(['audio'], 200);
      return deliveredMs() - counted;
    })
    .toBe(0);
  const frozen = deliveredMs();
  await pass(['audio'], 3000);
  expect(deliveredMs()).toBe(frozen);
  expect(room.sfu.viewer('anna')?.connected).toBe(true);

  await pass(['video', 'audio'], 200);
  await expect
    .poll(async () => {
      await pass(['video', 'audio'], 100);
      return deliveredMs();
    })
    .toBeGreaterThan(frozen);
  expect(received()?.picture).toBe('moving');
});
