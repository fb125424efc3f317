import { afterEach, expect, test } from 'vitest';
import type { RTCDtlsTransport } from 'werift';
import { answerPlainly, type PlainAnswerer, within } from '../testing.ts';
import { steadyHandshake } from './index.ts';

let plain: PlainAnswerer;
afterEach(() => plain.close());

/** ms within which datagrams belong to one burst. */
const burstMs = 30;
/** In ms; an undisturbed handshake takes a small fraction of it. */
const patience = 4000;

/** Delivers each burst of datagrams of a handshake in reverse order. */
function reverseBursts(transport: RTCDtlsTransport): void {
  const start = transport.start.bind(transport);
  transport.start = () => {
    const started = start();
    const socket = transport.dtls?.transport.socket;
    if (!socket) throw new Error('The transport has no socket');
    const deliver = socket.onData;
    let burst: Parameters<typeof deliver>[] = [];
    socket.onData = (...datagram) => {
      if (burst.length === 0)
        // biome-ignore lint/plugin/sleeps: the delay of a line
        setTimeout(() => {
          const due = burst.toReversed();
          burst = [];
          for (const each of due) deliver(...each);
        }, burstMs);
      burst.push(datagram);
    };
    return started;
  };
}

async function connects(prepare: (transport: RTCDtlsTransport) => void): Promise<boolean> {
  plain = await answerPlainly({ prepare });
  await plain.peer.pc.setRemoteDescription({ type: 'answer', sdp: plain.answer });
  return within(patience, () => plain.transport.state === 'connected');
}

test('werift 0.25 still fails to connect when datagrams are reordered', async () => {
  expect(await connects(reverseBursts)).toBe(false);
});

test('a steady handshake connects when datagrams are reordered', async () => {
  const isConnected = await connects((transport) => {
    steadyHandshake(transport);
    reverseBursts(transport);
  });
  expect(isConnected).toBe(true);
});
