import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestRoom, type TestRoom } from '../embedded/sfu/testing.ts';
import {
  createEncoder,
  createTestPeer,
  hangUp,
  type MediaRequest,
  type TestPeer,
} from '../testing/whip-client.ts';
import { maxBodyBytes } from './http.ts';

const path = '/media/whip/lounge';
const token = 'publish:camera';
const stun = 'stun:stun.example.org';
const turn = 'turn:turn.example.org?transport=udp';

let room: TestRoom;
let encoder: TestPeer;

beforeEach(async () => {
  room = await openTestRoom({
    iceServers: () => [{ urls: stun }, { urls: [turn], username: 'u', credential: 'p' }],
    limits: { postsPerSubject: 3, changesPerSession: 3 },
  });
  encoder = await createTestPeer({ direction: 'sendonly' });
});
afterEach(async () => {
  await encoder.close();
  await room.close();
});

const post = (request: MediaRequest = {}) => room.request(path, { token, body: encoder.offer, ...request });

async function openSession() {
  const created = await post();
  const location = created.headers.get('Location') ?? '';
  const etag = created.headers.get('ETag') ?? '';
  const patch = (body: string, headers: Record<string, string>) =>
    room.request(location, {
      method: 'PATCH',
      token,
      type: 'application/trickle-ice-sdpfrag',
      body,
      headers,
    });
  return { created, location, etag, patch };
}

function fragmentOf(offer: string): string {
  const [ufrag, pwd] = [/a=ice-ufrag:.*/.exec(offer)?.[0], /a=ice-pwd:.*/.exec(offer)?.[0]];
  return `${ufrag}\r\n${pwd}\r\nm=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:0\r\na=candidate:1 1 udp 1 198.51.100.1 9 typ host\r\n`;
}

/** An unencrypted close_notify alert, which anyone who knows the port could send. */
const forgedAlert = Buffer.from('15fefd000100000000000500020100', 'hex');

const restartFragment = 'a=ice-ufrag:abcd\r\na=ice-pwd:0123456789012345678901\r\n';

test('answers an offer with 201, description, Location, strong ETag and ICE servers', async () => {
  const { created, location, etag } = await openSession();
  expect(created.status).toBe(201);
  expect(created.headers.get('Content-Type')).toBe('application/sdp');
  expect(location).toMatch(/^\/media\/session\/[\w-]{20,}$/);
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(created.headers.get('Link')).toBe(
    `<${stun}>; rel="ice-server", <${turn}>; rel="ice-server"; username="u"; credential="p"; credential-type="password"`,
  );
});

test('the answer is recvonly, bundled, multiplexes RTCP and has all candidates', async () => {
  const answer = await (await post()).text();
  expect(answer.match(/a=recvonly/g)).toHaveLength(2);
  expect(answer).toMatch(/a=group:BUNDLE 0 1/);
  expect(answer.match(/a=rtcp-mux\r\na=rtcp-mux-only\r\n/g)).toHaveLength(2);
  expect(answer).toMatch(/a=candidate:.* 127\.0\.0\.1 \d+ typ host/);
  expect(answer).toContain('a=end-of-candidates');
  expect(answer.split('m=')[0]).toContain('a=ice-lite');
});

test('two sessions have different tags and URLs', async () => {
  const [one, two] = [await openSession(), await openSession()];
  expect(one.etag).not.toBe(two.etag);
  expect(one.location).not.toBe(two.location);
});

test.each(['audio', 'video'] as const)('accepts an offer of %s alone', async (kind) => {
  const alone = await createTestPeer({ direction: 'sendonly', kinds: [kind] });
  expect((await post({ body: alone.offer })).status).toBe(201);
  await alone.close();
});

test.each([
  ['another content type', { type: 'application/json' }, 415],
  ['a body that is no description', { body: 'hello' }, 400],
  ['an offer without ICE credentials', { edit: (sdp: string) => sdp.replace(/a=ice-.*\r\n/g, '') }, 400],
  ['an offer without a fingerprint', { edit: (sdp: string) => sdp.replace(/a=fingerprint.*\r\n/g, '') }, 400],
  ['an offer that receives', { edit: (sdp: string) => sdp.replace(/sendonly/g, 'recvonly') }, 422],
  ['an offer without a codec we know', { edit: (sdp: string) => sdp.replace('VP8/', 'VP9/') }, 422],
  ['an offer without rtcp-mux', { edit: (sdp: string) => sdp.replace(/a=rtcp-mux\r\n/g, '') }, 422],
  [
    'an offer whose section is refused',
    { edit: (sdp: string) => sdp.replace('m=video 9 ', 'm=video 0 ') },
    422,
  ],
  ['an offer that does not bundle', { edit: (sdp: string) => sdp.replace(/a=group.*\r\n/, '') }, 422],
  [
    'a data section',
    { edit: (sdp: string) => `${sdp}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n` },
    422,
  ],
  ['two video sections', { edit: (sdp: string) => `${sdp}m=video${sdp.split('m=video')[1]}` }, 422],
  ['a body above the limit', { body: `v=0\r\n${'a'.repeat(maxBodyBytes)}` }, 413],
  ['a missing token', { token: null }, 401],
  ['an expired token', { token: 'expired:camera' }, 401],
  ['an unknown token', { token: 'nobody' }, 401],
  ['a token of another right', { token: 'view:camera' }, 403],
])(
  '%s is refused',
  async (_name, { edit, ...request }: MediaRequest & { edit?: (sdp: string) => string }, status) => {
    const body = edit ? edit(encoder.offer) : (request.body ?? encoder.offer);
    const response = await post({ ...request, body });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  },
);

test('answers 404 for an invalid room name', async () => {
  expect((await room.request('/media/whip/a%2Fb', { token, body: encoder.offer })).status).toBe(404);
});

test('answers 429 with Retry-After to too many offers of a subject', async () => {
  for (let count = 0; count < 3; count += 1) expect((await post()).status).toBe(201);
  const refused = await post();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('OPTIONS returns the accepted type, GET has no content, other methods are refused', async () => {
  const options = await room.request(path, { method: 'OPTIONS', token: null });
  expect(options.status).toBe(200);
  expect(options.headers.get('Accept-Post')).toBe('application/sdp');
  expect((await room.request(path, { method: 'GET', token: null })).status).toBe(204);
  expect((await room.request(path, { method: 'PUT' })).status).toBe(405);
});

test('exposes the required headers to other origins', async () => {
  const { created } = await openSession();
  expect(created.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(created.headers.get('Access-Control-Expose-Headers')).toContain('Location');
});

test('DELETE answers exactly 200 and ends the session at once', async () => {
  const { location } = await openSession();
  expect((await room.request(location, { method: 'DELETE', token })).status).toBe(200);
  expect(room.sfu.stats()).toMatchObject({ rooms: 0, publishers: 0 });
});

test('DELETE answers 200 after the encoder has closed its connection, as OBS requires', async () => {
  const { created, location } = await openSession();
  await encoder.accept(await created.text());
  await room.until(() => room.sfu.room('lounge').publishing);
  await hangUp(encoder);
  await room.until(() => room.sfu.stats().rooms === 0);
  expect((await room.request(location, { method: 'DELETE', token })).status).toBe(200);
});

test('ignores an unencrypted alert from a stranger', async () => {
  const { created } = await openSession();
  await encoder.accept(await created.text());
  await encoder.pc.iceTransports[0]?.connection.send(forgedAlert);
  const media = createEncoder(encoder);
  await room.until(() => {
    media.send();
    return room.sfu.room('lounge').packetsIn > 3;
  });
  expect(room.sfu.stats().publishers).toBe(1);
});

test('refuses DELETE without the token and with another one', async () => {
  const { location } = await openSession();
  expect((await room.request(location, { method: 'DELETE', token: null })).status).toBe(401);
  expect((await room.request(location, { method: 'DELETE', token: 'publish:other' })).status).toBe(403);
});

test('answers 204 to a trickled candidate', async () => {
  const { etag, patch } = await openSession();
  expect((await patch(fragmentOf(encoder.offer), { 'If-Match': etag })).status).toBe(204);
});

test.each([
  ['without If-Match', fragmentOf, {}, 428],
  ['with a stale tag', fragmentOf, { 'If-Match': '"stale"' }, 412],
  ['without credentials', () => 'a=mid:0\r\n', { 'If-Match': '*' }, 400],
])('refuses a change %s and keeps the session', async (_name, bodyOf, headers, status) => {
  const { location, patch } = await openSession();
  expect((await patch(bodyOf(encoder.offer), headers as Record<string, string>)).status).toBe(status);
  expect((await room.request(location, { method: 'DELETE', token })).status).toBe(200);
});

test('refuses new credentials with a specific tag', async () => {
  const { etag, patch } = await openSession();
  expect((await patch(restartFragment, { 'If-Match': etag })).status).toBe(422);
});

test('answers 415 to a change with another content type', async () => {
  const { location } = await openSession();
  const headers = { 'If-Match': '*' };
  expect(
    (await room.request(location, { method: 'PATCH', token, body: restartFragment, headers })).status,
  ).toBe(415);
});

test.each(['*', '"*"'])(
  'an ICE restart with If-Match %s gives new credentials and a new tag',
  async (match) => {
    const { created, etag, patch } = await openSession();
    const before = await created.text();
    const restarted = await patch(restartFragment, { 'If-Match': match });
    const fragment = await restarted.text();
    expect(restarted.status).toBe(200);
    expect(restarted.headers.get('Content-Type')).toBe('application/trickle-ice-sdpfrag');
    expect(restarted.headers.get('ETag')).not.toBe(etag);
    expect(fragment).toMatch(/a=ice-ufrag:\w+\r\na=ice-pwd:\w+/);
    expect(fragment).toMatch(/a=candidate:/);
    expect(before).not.toContain(/a=ice-ufrag:\w+/.exec(fragment)?.[0]);
  },
);

test('answers 429 to too many changes of a session', async () => {
  const { etag, patch } = await openSession();
  for (let count = 0; count < 3; count += 1) await patch(fragmentOf(encoder.offer), { 'If-Match': etag });
  expect((await patch(fragmentOf(encoder.offer), { 'If-Match': etag })).status).toBe(429);
});

test('answers OBS (H.264 and Opus without candidates) only with 201 and 200', async () => {
  const obs = await createTestPeer({
    direction: 'sendonly',
    codec: 'H264',
    rewriteOffer: (sdp) => sdp.replace(/a=(candidate|end-of-candidates).*\r\n/g, ''),
  });
  const created = await post({ body: obs.offer });
  expect(created.status).toBe(201);
  const answer = await created.text();
  expect(answer).toMatch(/a=rtpmap:97 H264\/90000/);
  await obs.accept(answer);
  const ended = await room.request(created.headers.get('Location') ?? '', { method: 'DELETE', token });
  expect(ended.status).toBe(200);
  await obs.close();
});
