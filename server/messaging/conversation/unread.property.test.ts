import { array, assert, asyncProperty, constant, constantFrom, nat, oneof, record } from 'fast-check';
import { expect, it } from 'vitest';
import { aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { messengerOf } from '../testing.ts';

const server = startTestApp();
const messenger = messengerOf(server);

/** A step of one of the member's two devices, or of the network. `which` picks one of the messages so far. */
const step = oneof(
  { weight: 3, arbitrary: record({ does: constant('said' as const) }) },
  { weight: 1, arbitrary: record({ does: constant('written' as const) }) },
  {
    weight: 4,
    arbitrary: record({ does: constantFrom('read' as const, 'read-twice' as const), which: nat() }),
  },
  { weight: 1, arbitrary: record({ does: constant('lost' as const), which: nat() }) },
);

it('the unread count follows from the furthest message read, in any order, with loss and repetition', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 15 }), async (steps) => {
      const [anna, vera] = [await aMember(server, 10_000), await aPerformer(server)];
      const first = (await messenger.write(anna, vera, 'Hoi')).message;
      /** Numbers of the performer's messages, by id. */
      const answers: { id: number; seq: number }[] = [];
      let [read, last] = [first.seq, first.seq];
      for (const one of steps) {
        if (one.does === 'said') {
          const { id, seq } = await messenger.answer(vera, first.conversation, `regel ${answers.length}`);
          answers.push({ id, seq });
          last = seq;
        } else if (one.does === 'written') {
          const { seq } = (await messenger.write(anna, vera, 'En?')).message;
          // A reader who had read everything has also read the own message.
          if (read === last) read = seq;
          last = seq;
        } else {
          const message = answers[one.which % Math.max(answers.length, 1)];
          // A lost report never arrives: a later one covers it.
          if (!message || one.does === 'lost') continue;
          for (let n = 0; n < (one.does === 'read-twice' ? 2 : 1); n += 1)
            await messenger.read(anna, message.id);
          read = Math.max(read, message.seq);
        }
      }
      const unread = answers.filter(({ seq }) => seq > read).length;
      const list = await messenger.list(anna);
      expect(list.unread).toEqual(unread);
      expect(list.conversations[0]?.unread).toEqual(unread);
      const { messages } = await messenger.history(anna, first.conversation, { limit: 100 });
      expect(messages.filter(({ owner, read: isRead }) => owner === 'other' && !isRead)).toHaveLength(unread);
    }),
    { numRuns: 15 },
  );
});
