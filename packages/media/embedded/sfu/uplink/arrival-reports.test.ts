import { setImmediate as afterReading } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { RTCRtpHeaderExtensionParameters, RtcpTransportLayerFeedback, TransportWideCC } from 'werift';
import { createEncoder, type TestPeer, testCodecs } from '../../../testing/whip-client.ts';
import { absSendTimeUri } from '../peer.ts';
import { openTestRoom, type TestRoom } from '../testing.ts';
import { Batch } from './arrival-reports.ts';

let room: TestRoom;
afterEach(() => room.close());

const uri = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/** An offer that numbers packets over all streams, as browsers do. */
function numbered() {
  const { audio, video } = testCodecs('VP8');
  for (const codec of [...audio, ...video])
    codec.rtcpFeedback = [...codec.rtcpFeedback, { type: 'transport-cc' }];
  const extensions = [new RTCRtpHeaderExtensionParameters({ uri })];
  return { config: { codecs: { audio, video }, headerExtensions: { audio: extensions, video: extensions } } };
}

function collectReports({ pc }: TestPeer): TransportWideCC[] {
  const reports: TransportWideCC[] = [];
  pc.dtlsTransports[0]?.onRtcp.subscribe((packet) => {
    if (packet instanceof RtcpTransportLayerFeedback && packet.feedback instanceof TransportWideCC)
      reports.push(packet.feedback);
  });
  return reports;
}

test('reports arrival times of sound and picture together to an encoder that numbers its packets', async () => {
  room = await openTestRoom();
  const { peer, answer } = await room.publish(numbered());
  expect(answer.match(new RegExp(`a=extmap:\\d+ ${uri}`, 'g'))).toHaveLength(2);
  expect(answer.match(/a=rtcp-fb:\d+ transport-cc/g)).toEqual(
    [96, 97].map((type) => `a=rtcp-fb:${type} transport-cc`),
  );
  const reports = collectReports(peer);
  const encoder = createEncoder(peer);
  const deltaCount = () => reports.reduce((sum, { recvDeltas }) => sum + recvDeltas.length, 0);
  for (let sent = 0; sent < 60; sent += 1) encoder.send(sent % 3 === 0 ? 'audio' : 'video');
  await room.until(() => deltaCount() === 60);
  expect(reports.reduce((sum, { packetStatusCount }) => sum + packetStatusCount, 0)).toBe(60);
  expect(room.sfu.room('lounge').packetsIn).toBe(60);
});

test('accepts the send times of an encoder that numbers its packets', async () => {
  room = await openTestRoom();
  const sendTime = /a=extmap:\d+ http:\/\/www\.webrtc\.org\/experiments\/rtp-hdrext\/abs-send-time/g;
  const withTimes = (sdp: string) =>
    sdp.replace(/(a=extmap:\d+ \S+transport-wide-cc-extensions-01)/g, `$1\r\na=extmap:14 ${absSendTimeUri}`);
  const { answer } = await room.publish({ ...numbered(), rewriteOffer: withTimes });
  expect(answer.match(sendTime)).toHaveLength(2);
});

test('promises and sends no reports to an encoder that does not number its packets', async () => {
  room = await openTestRoom();
  const { peer, answer } = await room.publish();
  expect(answer).not.toMatch(/transport-cc|transport-wide/);
  const reports = collectReports(peer);
  const encoder = createEncoder(peer);
  await room.until(() => {
    encoder.send();
    return room.sfu.room('lounge').packetsIn > 40;
  });
  expect(reports).toEqual([]);
});

test('sends no reports to an encoder that numbers its packets but wants none', async () => {
  room = await openTestRoom();
  const rewriteOffer = (sdp: string) => sdp.replace(/a=rtcp-fb:\d+ transport-cc\r\n/g, '');
  const { answer } = await room.publish({ ...numbered(), rewriteOffer });
  expect(answer).not.toMatch(/transport-cc|transport-wide/);
});

test('requests no reports from a viewer, whose packets are not numbered', async () => {
  room = await openTestRoom();
  await room.publish(numbered());
  const { answer } = await room.view('anna', numbered());
  expect(answer).not.toMatch(/transport-cc|transport-wide/);
});

const packet = (seq: number, sentAt: number | null, readAt: number) => ({ seq, sentAt, readAt });

test('packets that were read together arrived as far apart as they were sent', () => {
  const batch = new Batch();
  // The processor was busy for 60 ms; the last packet waited least.
  for (const [seq, sentAt] of [0, 20, 40, 60].entries())
    expect(batch.add(packet(seq, sentAt, 1070 + seq))).toEqual([]);
  expect(batch.end().map(({ at }) => at)).toEqual([1013, 1033, 1053, 1073]);
  expect(batch.end()).toEqual([]);
});

test('packets that came one by one keep their times, so a full line is visible', async () => {
  const batch = new Batch();
  const arrivals = [];
  for (const [seq, readAt] of [1000, 1020, 1040].entries()) {
    arrivals.push(...batch.add(packet(seq, seq * 5, readAt)));
    await afterReading();
  }
  expect([...arrivals, ...batch.end()].map(({ at }) => at)).toEqual([1000, 1020, 1040]);
});

test('a packet without a stated time keeps its own', () => {
  const batch = new Batch();
  batch.add(packet(0, 0, 1030));
  batch.add(packet(1, null, 1030));
  batch.add(packet(2, 20, 1030));
  expect(batch.end().map(({ at }) => at)).toEqual([1010, 1030, 1030]);
});
