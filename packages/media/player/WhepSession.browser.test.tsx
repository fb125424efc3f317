import { afterEach, expect, test, vi } from 'vitest';
import type { WhepPlayerConfig } from '../port/player-config.ts';
import { openWhepSession, readTotals } from './whep-session.ts';

const config: WhepPlayerConfig = { agent: 'whep', url: '/media/whep/lounge', token: 'first', iceServers: [] };

afterEach(() => vi.unstubAllGlobals());

const answer = (body: BodyInit) =>
  vi.stubGlobal('fetch', async () => {
    const response = new Response(body, { status: 201, headers: { Location: '/media/session/1' } });
    Object.defineProperty(response, 'url', { value: location.href });
    return response;
  });

test('retries an answer that breaks off in the middle', async () => {
  answer(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('v=0\r\n'));
        stream.error(new DOMException('The operation timed out.', 'TimeoutError'));
      },
    }),
  );
  await expect(openWhepSession(config)).rejects.toMatchObject({ trouble: 'player.unreachable', retry: true });
});

/** Opens a session with a server that links to the height's URL, or does not. */
async function openSession(link: string | null) {
  const requests: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const headers = { Location: '/media/session/1', ...(link ? { Link: link } : {}) };
    const response = new Response(await answerTo(String(init.body)), { status: 201, headers });
    Object.defineProperty(response, 'url', { value: location.href });
    return response;
  });
  return { session: await openWhepSession(config), requests };
}

/** Answers like a server, with a second connection of this browser. */
async function answerTo(offer: string): Promise<string> {
  if (!offer.startsWith('v=0')) return '';
  const server = new RTCPeerConnection();
  await server.setRemoteDescription({ type: 'offer', sdp: offer });
  await server.setLocalDescription();
  const sdp = server.localDescription?.sdp ?? '';
  server.close();
  return sdp;
}

const servers = '<stun:stun.example.org>; rel="ice-server"';

test('sends the picture’s height with the session’s token if the server asks for it', async () => {
  const link = `${servers}, </media/session/1/height>; rel="urn:x-media:height"`;
  const { session, requests } = await openSession(link);
  session.showAt?.(720);
  expect(requests.slice(1)).toMatchObject([
    {
      url: new URL('/media/session/1/height', location.href).href,
      init: {
        method: 'PUT',
        body: '{"height":720}',
        headers: { Authorization: 'Bearer first', 'Content-Type': 'application/json' },
      },
    },
  ]);
  session.close();
  expect(requests.at(-1)?.init.method).toBe('DELETE');
});

test('sends no height after the connection has ended', async () => {
  const { session, requests } = await openSession('</media/session/1/height>; rel="urn:x-media:height"');
  session.close();
  session.showAt?.(720);
  expect(requests.map(({ init }) => init.method)).toEqual(['POST', 'DELETE']);
});

test.each([servers, null])(
  'sends no height to a server that does not ask for it (Link: %s)',
  async (link) => {
    const { session, requests } = await openSession(link);
    session.showAt?.(720);
    expect(requests).toHaveLength(1);
    session.close();
  },
);

test('does not count a retransmitted packet as lost', async () => {
  const counted = (stats: object[]) =>
    readTotals({ getStats: async () => new Map(stats.entries()) } as unknown as RTCPeerConnection);
  const sound = { type: 'inbound-rtp', packetsLost: 2 };
  const picture = {
    type: 'inbound-rtp',
    framesDecoded: 9,
    packetsLost: 20,
    retransmittedPacketsReceived: 17,
  };
  expect(await counted([sound, picture])).toEqual({ framesDecoded: 9, packetsLost: 5 });
  // Some arrive twice.
  expect((await counted([{ ...picture, retransmittedPacketsReceived: 30 }])).packetsLost).toBe(0);
});

test('does not retry an answer that the browser cannot parse', async () => {
  answer('no session description');
  await expect(openWhepSession(config)).rejects.toMatchObject({ trouble: 'player.codec', retry: false });
});
