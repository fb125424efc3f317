import { afterEach, expect, test } from 'vitest';
import { RTCRtpHeaderExtensionParameters, RtcpTransportLayerFeedback, TransportWideCC } from 'werift';
import { createEncoder, type TestPeer, testCodecs } from '../../../testing/whip-client.ts';
import { absSendTimeUri } from '../peer.ts';
import { openTestRoom, type TestRoom } from '../testing.ts';

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
