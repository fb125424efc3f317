import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type RTCRtpSender, RtcpSrPacket, RtpHeader, RtpPacket } from 'werift';
import { withoutSenderReports } from './sender-reports.ts';
import { answerPlainly, type PlainAnswerer, within } from './testing.ts';

let plain: PlainAnswerer;
afterEach(() => plain.close());

/** ms within which a sender sends its next report. */
const reportMs = 1600;

async function connect(prepare: (sender: RTCRtpSender) => void) {
  plain = await answerPlainly();
  const sender = plain.peer.video?.sender;
  if (!sender) throw new Error('No video sender');
  prepare(sender);
  await plain.peer.accept(plain.answer);
  await within(3000, () => plain.transport.state === 'connected');
  const reports: RtcpSrPacket[] = [];
  plain.transport.onRtcp.subscribe((packet) => {
    if (packet instanceof RtcpSrPacket) reports.push(packet);
  });
  /** Sends a packet of the one frame of these tests. */
  const send = (sequenceNumber: number) =>
    sender.sendRtp(new RtpPacket(new RtpHeader({ sequenceNumber, timestamp: 9000 }), Buffer.from('x')));
  return { send, reports };
}

test('werift 0.25 still reports a later time for each packet of a frame, with the same timestamp', async () => {
  const { send, reports } = await connect(() => undefined);
  for (const sequenceNumber of [1, 2]) {
    await send(sequenceNumber);
    // Its clock has whole seconds.
    // biome-ignore lint/plugin/sleeps: werift’s clock has whole seconds
    await Promise.all([within(reportMs, () => reports.length === sequenceNumber), sleep(1100)]);
  }
  const [first, second] = [reports[0], reports.at(-1)].map((report) => report?.senderInfo);
  expect(second?.rtpTimestamp).toBe(first?.rtpTimestamp);
  expect(second?.ntpTimestamp).toBeGreaterThan(first?.ntpTimestamp ?? 0n);
});

test('a sender with disabled reports sends none', async () => {
  const { send, reports } = await connect(withoutSenderReports);
  await send(1);
  expect(await within(reportMs, () => reports.length > 0)).toBe(false);
});
