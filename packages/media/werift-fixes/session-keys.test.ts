import crypto, { KeyObject } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';
import { RtcpRrPacket, RtpHeader, SrtcpSession, SrtpSession } from 'werift';
import { makeKeysOnce } from './session-keys.ts';

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
