import { expect, test } from 'vitest';
import { HandshakeInbox } from './index.ts';
import type { HandshakeFragment } from './records.ts';

const hello = 1;
const body = Buffer.from(Array.from({ length: 1700 }, (_, index) => index % 251));

const part = (messageSeq: number, from: number, to = body.length): HandshakeFragment => ({
  type: hello,
  length: body.length,
  messageSeq,
  offset: from,
  part: body.subarray(from, to),
});

const bodiesOf = (messages: readonly Buffer[]) => messages.map((message) => message.subarray(12));
const seqsOf = (messages: readonly Buffer[]) => messages.map((message) => message.readUInt16BE(4));

test('reassembles a hello from two parts in either order', () => {
  for (const order of [
    [part(0, 0, 1200), part(0, 1200)],
    [part(0, 1200), part(0, 0, 1200)],
  ]) {
    const inbox = new HandshakeInbox();
    expect(bodiesOf(order.flatMap((fragment) => inbox.take(fragment)))).toEqual([body]);
  }
});

test('reassembles repeated, overlapping and differently cut parts to one message', () => {
  const inbox = new HandshakeInbox();
  expect(inbox.take(part(0, 0, 600))).toEqual([]);
  expect(inbox.take(part(0, 0, 600))).toEqual([]);
  expect(inbox.take(part(0, 1000))).toEqual([]);
  expect(bodiesOf(inbox.take(part(0, 500, 1100)))).toEqual([body]);
  expect(inbox.take(part(0, 0))).toEqual([]);
});

test('returns messages in the order they were sent', () => {
  const inbox = new HandshakeInbox();
  expect(inbox.take(part(2, 0))).toEqual([]);
  expect(inbox.take(part(1, 0))).toEqual([]);
  expect(seqsOf(inbox.take(part(0, 0)))).toEqual([0, 1, 2]);
  expect(inbox.next).toBe(3);
});

test('ignores parts of a message with another length or type', () => {
  const inbox = new HandshakeInbox();
  inbox.take(part(0, 0, 1200));
  expect(inbox.take({ ...part(0, 1200), length: body.length + 1 })).toEqual([]);
  expect(inbox.take({ ...part(0, 1200), type: hello + 1 })).toEqual([]);
  expect(bodiesOf(inbox.take(part(0, 1200)))).toEqual([body]);
});

test('keeps nothing of a message that is too large or too far ahead', () => {
  const inbox = new HandshakeInbox();
  expect(inbox.take({ ...part(0, 0, 100), length: 2 ** 20 })).toEqual([]);
  expect(inbox.take(part(900, 0))).toEqual([]);
  expect(bodiesOf(inbox.take(part(0, 0)))).toEqual([body]);
});
