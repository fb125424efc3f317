import crypto, { KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { ntpTime, RtcpRrPacket, RtpHeader, SrtcpSession, SrtpSession, serializeAbsSendTime } from 'werift';
import { absSendTime, encryptWithRollover, makeKeysOnce } from './rtp.ts';

const key = Buffer.alloc(16, 1);
const salt = Buffer.alloc(12, 2);
const keys = { localMasterKey: key, localMasterSalt: salt, remoteMasterKey: key, remoteMasterSalt: salt };
const open = () => new SrtpSession({ keys, profile: 7 });

const payload = Buffer.from('a picture');
const headerOf = (index: number) => new RtpHeader({ ssrc: 42, sequenceNumber: index & 0xffff, timestamp: 9 });

const wrap = 0x1_0000;
const repeated = wrap - 36;
const last = wrap + 100;
/** All packets except the last, followed by a repeat of the first. */
const sent = [...Array.from({ length: last - repeated }, (_, count) => repeated + count), repeated];

const withRollover = (session: SrtpSession, index: number) =>
  encryptWithRollover(
    { srtp: session },
    { header: headerOf(index), payload, rollover: Math.floor(index / wrap) },
  );

test('werift 0.25 still loses its rollover counter after a repeat near the wrap-around', () => {
  const plain = open();
  for (const index of sent) plain.encrypt(payload, headerOf(index));
  expect(plain.encrypt(payload, headerOf(last))).not.toEqual(withRollover(open(), last));
});

test('a receiver can decrypt packets after a repeat near the wrap-around', () => {
  const [sender, receiver] = [open(), open()];
  for (const index of sent) {
    const bytes = withRollover(sender, index);
    if (index !== repeated) receiver.decrypt(bytes);
  }
  const read = receiver.decrypt(withRollover(sender, last));
  expect(read.subarray(-payload.length)).toEqual(payload);
});

const profiles = { AEAD_AES_128_GCM: 7, AES128_CM_HMAC_SHA1_80: 1 } as const;

/** Both ends of a connection in one: it can decrypt what it encrypts. */
function openSessions(profile: number) {
  const salt = profile === profiles.AEAD_AES_128_GCM ? 12 : 14;
  const keys = {
    localMasterKey: Buffer.alloc(16, 1),
    localMasterSalt: Buffer.alloc(salt, 2),
    remoteMasterKey: Buffer.alloc(16, 1),
    remoteMasterSalt: Buffer.alloc(salt, 2),
  };
  return { srtp: new SrtpSession({ keys, profile }), srtcp: new SrtcpSession({ keys, profile }) };
}

type Sessions = ReturnType<typeof openSessions>;

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** Returns the keys passed to node:crypto for one packet and one report in each direction. */
function keysOf({ srtp, srtcp }: Sessions): unknown[] {
  const spies = [vi.spyOn(crypto, 'createCipheriv'), vi.spyOn(crypto, 'createDecipheriv')];
  // Makes the spies visible to modules that imported the functions by name.
  syncBuiltinESMExports();
  const payload = Buffer.from('a picture');
  const wire = srtp.encrypt(payload, new RtpHeader({ ssrc: 42, sequenceNumber: 7, timestamp: 9 }));
  expect(srtp.decrypt(wire).subarray(-payload.length).toString()).toBe('a picture');
  const report = new RtcpRrPacket({ ssrc: 42 }).serialize();
  expect(srtcp.decrypt(srtcp.encrypt(report))).toEqual(report);
  return spies.flatMap(({ mock }) => mock.calls.map(([, key]) => key));
}

test.each(Object.entries(profiles))(
  'of %s, each key is made once and serves both directions',
  (_name, profile) => {
    const sessions = openSessions(profile);
    makeKeysOnce(sessions);
    const first = keysOf(sessions);
    expect(first).toHaveLength(4);
    expect(first.every((key) => key instanceof KeyObject)).toBe(true);
    expect(new Set([...first, ...keysOf(sessions)]).size).toBe(4);
  },
);

test.each(Object.entries(profiles))(
  'werift 0.25 still hands over its keys of %s as Buffers',
  (_name, profile) => {
    expect(keysOf(openSessions(profile)).every((key) => key instanceof Uint8Array)).toBe(true);
  },
);

const seconds = (bytes: Buffer) => bytes.readUIntBE(0, 3) / 2 ** 18;

test('werift 0.25 still writes the digits of the fraction of a second', () => {
  // Decimal digits stay below ten million; a real fraction exceeds 2^31 half of the time.
  for (let read = 0; read < 1000; read += 1) expect(ntpTime() & 0xffff_ffffn).toBeLessThan(10_000_000n);
});

test('abs-send-time advances with elapsed time', () => {
  const begin = Date.UTC(2026, 10, 25, 6, 19, 16);
  const after = (ms: number) => seconds(absSendTime(begin + ms)) - seconds(absSendTime(begin));
  expect(after(500)).toBeCloseTo(0.5, 4);
  expect(after(20)).toBeCloseTo(0.02, 4);
  expect(after(1001)).toBeCloseTo(1.001, 4);
});

test('abs-send-time counts seconds since 1900 and wraps after 64', () => {
  const now = Date.UTC(2026, 10, 25);
  expect(seconds(absSendTime(now))).toBeCloseTo((now / 1000 + 2_208_988_800) % 64, 4);
  expect(absSendTime(now + 64_000)).toEqual(absSendTime(now));
});

test('abs-send-time has the same seconds as that of werift', () => {
  const [theirs, ours] = [serializeAbsSendTime(ntpTime()), absSendTime()].map((bytes) =>
    Math.floor(seconds(bytes)),
  );
  expect([theirs, ((theirs ?? 0) + 1) % 64]).toContain(ours);
});
