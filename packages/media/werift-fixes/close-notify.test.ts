import { afterEach, expect, test } from 'vitest';
import { sendCloseNotify } from './close-notify.ts';
import { answerPlainly, type PlainAnswerer, within } from './testing.ts';

let plain: PlainAnswerer;
afterEach(() => plain.close());

const alertType = 21;

/** Connects and returns the types of the records that the answerer receives from then on. */
async function connect(): Promise<number[]> {
  plain = await answerPlainly();
  await plain.peer.accept(plain.answer);
  const types: number[] = [];
  plain.transport.iceTransport.connection.onData.subscribe((data) => void types.push(data.readUInt8()));
  return types;
}

test('werift 0.25 still closes a connection without a close_notify', async () => {
  const types = await connect();
  await plain.peer.close();
  expect(await within(300, () => types.includes(alertType))).toBe(false);
});

test('a close_notify ends the connection of the other side', async () => {
  const types = await connect();
  await within(3000, () => plain.transport.state === 'connected');
  await sendCloseNotify(plain.peer.pc);
  expect(await within(3000, () => plain.transport.state === 'closed')).toBe(true);
  expect(types).toContain(alertType);
});
