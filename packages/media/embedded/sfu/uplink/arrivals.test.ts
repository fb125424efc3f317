import { expect, test } from 'vitest';
import { PacketStatus, RtcpHeader, type RunLengthChunk, TransportWideCC } from 'werift';
import { Arrivals } from './arrivals.ts';

/** Reads a report as an encoder does: number and arrival in ms of each packet, null for a missing one. */
function read(arrivals: Arrivals): [seq: number, at: number | null][] | null {
  const bytes = arrivals.report(1, 2)?.serialize();
  if (!bytes) return null;
  expect(bytes.length % 4).toBe(0);
  const header = RtcpHeader.deSerialize(bytes);
  expect(bytes.length).toBe(4 * (header.length + 1));
  const feedback = TransportWideCC.deSerialize(bytes.subarray(4), header);
  const statuses = feedback.packetChunks.flatMap((chunk) =>
    'symbolList' in chunk
      ? chunk.symbolList
      : Array<PacketStatus>((chunk as RunLengthChunk).runLength).fill(chunk.packetStatus),
  );
  const deltas = [...feedback.recvDeltas];
  let at = feedback.referenceTime * 64;
  return statuses.slice(0, feedback.packetStatusCount).map((status, index) => {
    const seq = (feedback.baseSequenceNumber + index) & 0xffff;
    if (status === PacketStatus.TypeTCCPacketNotReceived) return [seq, null];
    at += (deltas.shift()?.delta ?? Number.NaN) / 1000;
    return [seq, at];
  });
}

function arrived(packets: readonly (readonly [seq: number, at: number])[]): Arrivals {
  const arrivals = new Arrivals();
  for (const [seq, at] of packets) arrivals.came(seq, at);
  return arrivals;
}

test('reports nothing if nothing arrived', () => {
  const arrivals = new Arrivals();
  expect(read(arrivals)).toBeNull();
  arrivals.came(7, 1000);
  expect(read(arrivals)).toEqual([[7, 1000]]);
  expect(read(arrivals)).toBeNull();
});

test('reports each packet to a quarter of a millisecond, also over the wrap-around', () => {
  const packets = Array.from({ length: 40 }, (_, index) => [
    (65_520 + index) & 0xffff,
    123_456 + 4.25 * index,
  ]) as [number, number][];
  expect(read(arrived(packets))).toEqual(packets);
});

test('does not accumulate rounding errors', () => {
  const packets = Array.from({ length: 500 }, (_, index) => [index, 50_000 + 1.1 * index] as const);
  const [last] = read(arrived(packets))?.slice(-1) ?? [];
  expect(Math.abs((last?.[1] ?? 0) - (50_000 + 1.1 * 499))).toBeLessThan(0.25);
});

test('reports missing packets, also before the first', () => {
  const arrivals = arrived([[1, 100]]);
  read(arrivals);
  for (const seq of [4, 5, 9]) arrivals.came(seq, 100 + seq);
  expect(read(arrivals)).toEqual([
    [2, null],
    [3, null],
    [4, 104],
    [5, 105],
    [6, null],
    [7, null],
    [8, null],
    [9, 109],
  ]);
});

test('reports long runs of lost packets and pauses of seconds', () => {
  const entries = read(
    arrived([
      [10, 1000],
      [1010, 6000],
      [1011, 5990],
    ]),
  );
  expect(entries).toHaveLength(1002);
  expect(entries?.filter(([, at]) => at !== null)).toEqual([
    [10, 1000],
    [1010, 6000],
    [1011, 5990],
  ]);
});

test('reports a late packet together with those that overtook it', () => {
  const arrivals = arrived([
    [20, 200],
    [22, 210],
  ]);
  expect(read(arrivals)).toEqual([
    [20, 200],
    [21, null],
    [22, 210],
  ]);
  arrivals.came(21, 230);
  arrivals.came(23, 231);
  expect(read(arrivals)).toEqual([
    [21, 230],
    [22, 210],
    [23, 231],
  ]);
});

test('does not report a packet that is thousands late', () => {
  const arrivals = arrived([
    [10_000, 1000],
    [7000, 1001],
    [10_001, 1002],
  ]);
  expect(read(arrivals)).toEqual([
    [10_000, 1000],
    [10_001, 1002],
  ]);
});

test('begins a new report when an encoder restarts its numbers', () => {
  const arrivals = arrived([[100, 1000]]);
  read(arrivals);
  arrivals.came(20_000, 1100);
  expect(read(arrivals)).toEqual([[20_000, 1100]]);
});

test('times are still in range after a year', () => {
  const at = 365 * 24 * 3600 * 1000;
  const [[, arrival] = []] = read(arrived([[1, at]])) ?? [];
  expect(arrival).toBe(at % (2 ** 24 * 64));
});
