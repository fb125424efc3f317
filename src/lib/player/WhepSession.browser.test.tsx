import { afterEach, expect, test, vi } from 'vitest';
import type { WhepPlayerConfig } from '#contract/media/player.ts';
import { openWhepSession } from './whep-session.ts';

const config: WhepPlayerConfig = { agent: 'whep', url: '/media/whep/lounge', token: 'first', iceServers: [] };

afterEach(() => vi.unstubAllGlobals());

const answer = (body: BodyInit) =>
  vi.stubGlobal('fetch', async () => {
    const response = new Response(body, { status: 201, headers: { Location: '/media/session/1' } });
    Object.defineProperty(response, 'url', { value: location.href });
    return response;
  });

test('an answer that breaks off in the middle is worth another try', async () => {
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

test('an answer that the browser cannot read is not', async () => {
  answer('no session description');
  await expect(openWhepSession(config)).rejects.toMatchObject({ trouble: 'player.codec', retry: false });
});
