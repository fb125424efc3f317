import { array, assert, asyncProperty, constant, constantFrom, nat, oneof, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { messengerOf, type TestMessenger } from '../testing.ts';

let server: TestApp;
let messenger: TestMessenger;
beforeAll(async () => {
  server = await createTestApp();
  messenger = messengerOf(server);
});
afterAll(() => server.close());

/** What one of the member's two devices, or the network between, does. `which` picks among what was said so far. */
const step = oneof(
  { weight: 3, arbitrary: record({ does: constant('said' as const) }) },
  { weight: 1, arbitrary: record({ does: constant('written' as const) }) },
  {
    weight: 4,
    arbitrary: record({ does: constantFrom('read' as const, 'read-twice' as const), which: nat() }),
  },
  { weight: 1, arbitrary: record({ does: constant('lost' as const), which: nat() }) },
);

it('what is unread follows from the furthest message read, whatever order, loss and repetition reports have', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 15 }), async (steps) => {
      const [anna, vera] = [await aMember(server, 10_000), await aPerformer(server)];
      const first = (await messenger.write(anna, vera, 'Hoi')).message;
      /** Numbers of the performer's messages, by id. */
      const said: { id: number; seq: number }[] = [];
      let [read, last] = [first.seq, first.seq];
      for (const one of steps) {
        if (one.does === 'said') {
          const { id, seq } = await messenger.answer(vera, first.conversation, `regel ${said.length}`);
          said.push({ id, seq });
          last = seq;
        } else if (one.does === 'written') {
          const { seq } = (await messenger.write(anna, vera, 'En?')).message;
          // Who has read everything goes on having read everything.
          if (read === last) read = seq;
          last = seq;
        } else {
          const message = said[one.which % Math.max(said.length, 1)];
          // A report that is lost never arrives: a later one says the same and more.
          if (!message || one.does === 'lost') continue;
          for (let n = 0; n < (one.does === 'read-twice' ? 2 : 1); n += 1)
            await messenger.read(anna, message.id);
          read = Math.max(read, message.seq);
        }
      }
      const unread = said.filter(({ seq }) => seq > read).length;
      const list = await messenger.list(anna);
      expect([list.unread, list.conversations[0]?.unread]).toEqual([unread, unread]);
      const { messages } = await messenger.history(anna, first.conversation, { limit: 100 });
      expect(messages.filter(({ owner, read: isRead }) => owner === 'other' && !isRead)).toHaveLength(unread);
    }),
    { numRuns: 30 },
  );
});
