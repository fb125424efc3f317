import { expect, it } from 'vitest';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { type RoomLine, withMessage } from './room-lines.ts';

const line = (id: string, seq: number): ChatMessage => ({
  id,
  seq,
  clientId: null,
  messageType: 'member',
  sender: 'Anna',
  message: id,
  amount: null,
  sentAt: '2026-11-27T12:00:00.000Z',
});
const waiting = (id: string): ChatMessage => line(id, 0);

/** Receives messages in this order. */
function receive(...messages: ChatMessage[]) {
  let list: readonly RoomLine[] = [];
  let lastSeq = 0;
  for (const message of messages) {
    list = withMessage(list, message, lastSeq);
    lastSeq = Math.max(lastSeq, message.seq);
  }
  return list;
}
const ids = (list: readonly ChatMessage[]) => list.map(({ id }) => id);

it('leaves a message that waited in its place when it is shown', () => {
  const list = receive(
    line('a', 1),
    waiting('w'),
    waiting('x'),
    line('b', 2),
    line('w', 3),
    line('c', 5),
    line('x', 4),
  );
  expect(ids(list)).toEqual(['a', 'w', 'x', 'b', 'c']);
  expect(list.filter(({ waits }) => waits)).toEqual([]);
});

it('puts one that waits after all that are known', () => {
  const list = receive(line('a', 1), waiting('w'), line('w', 2), waiting('x'), line('b', 3), waiting('y'));
  expect(ids(list)).toEqual(['a', 'w', 'x', 'b', 'y']);
  expect(new Set(list.map(({ seq }) => seq)).size).toBe(5);
});

it('changes nothing for a known message, also if it arrives as waiting later', () => {
  const list = receive(line('a', 1), waiting('w'));
  expect(withMessage(list, waiting('w'), 1)).toBe(list);
  const shown = withMessage(list, line('w', 2), 1);
  expect(withMessage(shown, waiting('w'), 2)).toBe(shown);
});

it('notes what was given back of a tip, and adds no tip older than those listed', () => {
  const returned = (id: string, seq: number) => ({ ...line(id, seq), returned: 50 });
  const list = receive(line('b', 2), line('c', 3), returned('b', 2), returned('a', 1), line('b', 2));
  expect(list).toEqual([returned('b', 2), line('c', 3)]);
});
