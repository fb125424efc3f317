import { afterEach, expect, test, vi } from 'vitest';
import {
  ExtensionProfiles,
  GenericNack,
  RtcpTransportLayerFeedback,
  RtpHeader,
  type RtpPacket,
} from 'werift';
import { openRoughNetwork } from '../../testing/rough-network/rough-network.ts';
import { collectPackets, createEncoder, type TestPeer } from '../../testing/whip-client.ts';
import { LayeredEncoder, offerLayers, testLayers } from './layers/testing.ts';
import { openTestRoom, type TestRoom } from './testing.ts';

let room: TestRoom;
afterEach(() => room.close());

/** Collects the packets of all streams. */
function collectAll({ pc }: TestPeer): RtpPacket[] {
  const packets: RtpPacket[] = [];
  pc.dtlsTransports[0]?.onRtp.subscribe((packet) => packets.push(packet.clone()));
  return packets;
}

function nack({ pc }: TestPeer, mediaSourceSsrc: number, lost: number[]): void {
  const feedback = new GenericNack({ senderSsrc: 1, mediaSourceSsrc, lost });
  void pc.dtlsTransports[0]?.sendRtcp([new RtcpTransportLayerFeedback({ feedback })]);
}

/** SSRCs of the picture and of its retransmissions. */
const groupOf = (answer: string) => /a=ssrc-group:FID (\d+) (\d+)/.exec(answer)?.slice(1).map(Number) ?? [];

test('answers a player’s RTX for the room’s codec, with a separate SSRC', async () => {
  room = await openTestRoom();
  await room.publish();
  const { answer } = await room.view('anna', { rtx: true, firstPayloadType: 110 });
  expect(answer).toContain('m=video 9 UDP/TLS/RTP/SAVPF 111 112\r\n');
  expect(answer).toContain('a=rtpmap:112 rtx/90000\r\na=fmtp:112 apt=111\r\n');
  const [media, repair] = groupOf(answer);
  expect(media).not.toBe(repair);
  expect(answer).toContain(`a=ssrc:${repair} cname:`);
  expect((await room.view('bert')).answer).not.toContain('rtx');
});

test('sends a missing packet as RTX: in another stream, its number first, the rest unchanged', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish();
  const viewer = await room.view('anna', { rtx: true });
  const packets = collectAll(viewer.peer);
  const encoder = createEncoder(peer);
  await room.until(() => {
    encoder.send();
    return packets.length >= 10;
  });
  const [media = 0, repair] = groupOf(viewer.answer);
  const lost = packets.slice(2, 5);
  nack(
    viewer.peer,
    media,
    lost.map(({ header }) => header.sequenceNumber),
  );
  const repeated = () => packets.filter(({ header }) => header.ssrc === repair);
  await room.until(() => repeated().length === lost.length);
  for (const [at, { header, payload }] of repeated().entries()) {
    const original = lost[at];
    expect(header.payloadType).toBe(98);
    expect(payload.readUInt16BE(0)).toBe(original?.header.sequenceNumber);
    expect(payload.subarray(2)).toEqual(original?.payload);
    expect(header.timestamp).toBe(original?.header.timestamp);
    expect(header.marker).toBe(original?.header.marker);
    expect(header.sequenceNumber - (repeated()[0]?.header.sequenceNumber ?? 0)).toBe(at);
    // Its send time is now, for the player's estimate.
    expect(header.extensions).toHaveLength(1);
    expect(header.extensions[0]?.payload).not.toEqual(original?.header.extensions[0]?.payload);
  }
  expect(packets.filter(({ header }) => header.ssrc === media)).toHaveLength(packets.length - lost.length);
});

/** Sends numbered packets under the test's SSRC, and packets of the RTX stream on demand. */
function openRawEncoder({ pc }: TestPeer) {
  const ssrc = 77;
  const send = (seq: number, payload: Buffer, of = seq, repair = false) => {
    const header = new RtpHeader({
      version: 2,
      ssrc: repair ? 78 : ssrc,
      payloadType: repair ? 98 : 97,
      sequenceNumber: seq,
      timestamp: 3000 * of,
      marker: true,
    });
    void pc.dtlsTransports[0]?.sendRtp(payload, header);
  };
  const requests: number[] = [];
  pc.dtlsTransports[0]?.onRtcp.subscribe((packet) => {
    if (!(packet instanceof RtcpTransportLayerFeedback) || !(packet.feedback instanceof GenericNack)) return;
    if (packet.feedback.mediaSourceSsrc === ssrc) requests.push(...packet.feedback.lost);
  });
  let repairs = 500;
  return {
    requests,
    send: (seq: number) => send(seq, Buffer.from(`packet ${seq}`)),
    sendAgain: (seq: number) => {
      const original = Buffer.alloc(2);
      original.writeUInt16BE(seq);
      repairs += 1;
      send(repairs, Buffer.concat([original, Buffer.from(`packet ${seq}`)]), seq, true);
    },
    pad: () => send(++repairs, Buffer.alloc(0), 1, true),
  };
}

test('an encoder’s RTX packet replaces the lost one', async () => {
  room = await openTestRoom();
  const { peer, answer } = await room.publish({ rtx: true });
  expect(answer).toContain('a=fmtp:98 apt=97');
  const viewer = await room.view('anna');
  const packets = collectPackets(viewer.peer);
  const encoder = openRawEncoder(peer);
  await room.until(() => room.sfu.viewer('anna')?.connected === true);
  for (const seq of [1, 2, 4, 5]) encoder.send(seq);
  await room.until(() => encoder.requests.length > 0);
  expect(encoder.requests).toContain(3);
  encoder.sendAgain(3);
  // The player requests it too and may get it twice.
  const seen = () => new Map(packets.map((packet) => [packet.header.sequenceNumber, packet]));
  await room.until(() => seen().size === 5);
  const inOrder = [...seen()].toSorted(([one], [other]) => one - other).map(([, packet]) => packet);
  expect(inOrder.map(({ payload }) => payload.toString())).toEqual(
    [1, 2, 3, 4, 5].map((seq) => `packet ${seq}`),
  );
  expect(new Set(packets.map(({ header }) => header.payloadType))).toEqual(new Set([97]));
  const [first, , third] = inOrder.map(({ header }) => header.timestamp);
  expect(((third ?? 0) - (first ?? 0)) >>> 0).toBe(2 * 3000);
});

test('does not forward repeats that an encoder sends unrequested to fill its line', async () => {
  room = await openTestRoom();
  const { peer } = await room.publish({ rtx: true });
  const viewer = await room.view('anna');
  const packets = collectAll(viewer.peer);
  const encoder = openRawEncoder(peer);
  await room.until(() => room.sfu.viewer('anna')?.connected === true);
  for (const seq of [1, 2, 3]) encoder.send(seq);
  encoder.pad();
  encoder.sendAgain(2);
  encoder.sendAgain(40);
  encoder.send(4);
  await room.until(() => packets.some(({ payload }) => payload.toString() === 'packet 4'));
  expect(packets.map(({ payload }) => payload.toString())).toEqual(
    [1, 2, 3, 4].map((seq) => `packet ${seq}`),
  );
  expect(room.sfu.room('lounge').packetsIn).toBe(4);
});

const repairedUri = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id';
const repairedExtension = 11;

test('recovers a layer’s lost packet from RTX that names the layer', async () => {
  room = await openTestRoom();
  const named = (sdp: string) => `${offerLayers(sdp)}a=extmap:${repairedExtension} ${repairedUri}\r\n`;
  const { peer, answer } = await room.publish({ rtx: true, rewriteOffer: named });
  expect(answer).toContain('a=rtpmap:98 rtx/90000');
  expect(answer).toContain(repairedUri);
  const encoder = new LayeredEncoder(peer);
  const [transport] = peer.pc.dtlsTransports;
  if (!transport) throw new Error('No transport');
  // Loses the first requested packet of the middle layer.
  const sendRtp = transport.sendRtp.bind(transport);
  const { ssrc } = testLayers.m;
  let lost: { header: RtpHeader; payload: Buffer } | null = null;
  let count = 0;
  transport.sendRtp = async (payload, header) => {
    if (header.ssrc === ssrc && ++count === 20) {
      lost = { header, payload: Buffer.from(payload) };
      return 0;
    }
    return sendRtp(payload, header);
  };
  let repaired = 0;
  transport.onRtcp.subscribe((packet) => {
    if (!(packet instanceof RtcpTransportLayerFeedback) || !(packet.feedback instanceof GenericNack)) return;
    if (!lost || packet.feedback.mediaSourceSsrc !== ssrc || repaired > 0) return;
    repaired += 1;
    const original = Buffer.alloc(2);
    original.writeUInt16BE(lost.header.sequenceNumber);
    const header = new RtpHeader({
      version: 2,
      ssrc: 202,
      payloadType: 98,
      sequenceNumber: 9,
      timestamp: lost.header.timestamp,
      marker: lost.header.marker,
      extension: true,
      extensionProfile: ExtensionProfiles.OneByte,
      extensions: [{ id: repairedExtension, payload: Buffer.from('m') }],
    });
    void sendRtp(Buffer.concat([original, lost.payload]), header);
  });
  void encoder.run();
  let requests = 0;
  transport.onRtcp.subscribe((packet) => {
    if (packet instanceof RtcpTransportLayerFeedback && packet.feedback instanceof GenericNack) requests += 1;
  });
  await room.until(() => repaired === 1);
  const before = requests;
  await room.until(() => count > 60);
  encoder.stop();
  // Not requested again: it has arrived.
  expect(requests).toBe(before);
});

test('refuses RTX if its packets do not name the layer', async () => {
  room = await openTestRoom();
  const { answer } = await room.publish({ rtx: true, rewriteOffer: offerLayers });
  expect(answer).not.toContain('rtx');
  expect(answer).toContain('a=simulcast:recv l;m;h');
});

test('RTX in both directions delivers the whole picture with 10 % loss', async () => {
  const network = openRoughNetwork({ loss: 0.1, jitterMs: 20 }, 11);
  room = await openTestRoom({ network });
  const publisher = await room.publish({ rtx: true, steady: true });
  const viewer = await room.view('anna', { rtx: true, steady: true });
  const all = collectAll(viewer.peer);
  const [media = 0, repair] = groupOf(viewer.answer);
  const [sending] = publisher.peer.pc.dtlsTransports;
  if (!sending) throw new Error('No transport');
  const send = vi.spyOn(sending, 'sendRtp');
  const encoder = createEncoder(publisher.peer);
  /** Payloads by their original sequence number. */
  const whole = () =>
    new Map(
      all.flatMap(({ header, payload }) => {
        if (header.ssrc === media) return [[header.sequenceNumber, payload.toString()] as const];
        return header.ssrc === repair
          ? [[payload.readUInt16BE(0), payload.subarray(2).toString()] as const]
          : [];
      }),
    );
  const gaps = () => {
    const seqs = [...whole().keys()];
    const [from, to] = [Math.min(...seqs), Math.max(...seqs)];
    return Array.from({ length: to - from }, (_, at) => from + at).filter((seq) => !seqs.includes(seq));
  };
  await room.until(() => {
    encoder.send();
    return encoder.sent >= 200;
  });
  await room.until(() => {
    if (gaps().length > 0) nack(viewer.peer, media, gaps());
    return gaps().length === 0;
  });
  const numbers = [...whole()]
    .toSorted(([one], [other]) => one - other)
    .map(([, name]) => Number(name.slice(7)));
  expect(numbers.length).toBeGreaterThan(150);
  expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  expect(send.mock.calls.filter(([, { payloadType }]) => payloadType === 98).length).toBeGreaterThan(5);
  expect(all.filter(({ header }) => header.ssrc === repair).length).toBeGreaterThan(5);
  network.close();
});
