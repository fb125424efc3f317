import { beforeEach, describe, expect, test, vi } from 'vitest';
import { leaveChatBeacon } from '#contract/chat/session-calls.ts';
import { readBasicInfo } from '#contract/member/account/account-calls.ts';
import { call, sendBeacon } from '../call.ts';
import { listen } from '../late/listen.ts';

const api = 'https://api.vonk.example';
const requests: { url: string; credentials: RequestCredentials | undefined }[] = [];

/** Simulates a page with these meta tags. */
function pageSaying(metas: Readonly<Record<string, string>>): void {
  const querySelector = (selector: string) => {
    const [, name = ''] = /name="?([\w-]+)/.exec(selector) ?? [];
    return name in metas ? { content: metas[name] } : null;
  };
  vi.stubGlobal('document', { querySelector, documentElement: { lang: 'nl' } });
}

beforeEach(() => {
  requests.length = 0;
  const note = (url: string, credentials?: RequestCredentials) => void requests.push({ url, credentials });
  vi.stubGlobal('location', new URL('https://vonk.example/free'));
  vi.stubGlobal('fetch', async (url: string, { credentials }: RequestInit) => {
    note(url, credentials);
    return Response.json({ label: 'badRequest.unauthorized' }, { status: 401 });
  });
  vi.stubGlobal('navigator', { sendBeacon: (url: string) => note(url) });
  class Line {
    readyState = 1;
    constructor(url: string) {
      note(url);
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', Line);
});

async function useAll(): Promise<void> {
  await call(readBasicInfo, {}).catch(() => undefined);
  sendBeacon(leaveChatBeacon, { auth: 'a token' });
  listen({ onPush: () => {}, onGap: () => {} })();
}

describe('P7.23 calls of a page', () => {
  test('go to the origin in the page’s meta tag, with its cookies', async () => {
    pageSaying({ 'site-api-key': 'k', 'site-api-url': api });
    await useAll();
    expect(requests).toEqual([
      { url: `${api}/api/member/basic-info`, credentials: 'include' },
      { url: expect.stringMatching(`^${api}/api/chat/.*api-key=k$`), credentials: undefined },
      { url: `${api.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, credentials: undefined },
    ]);
  });

  test('go to the page’s own origin without that tag', async () => {
    pageSaying({ 'site-api-key': 'k' });
    await useAll();
    expect(requests).toEqual([
      { url: '/api/member/basic-info', credentials: 'same-origin' },
      { url: expect.stringMatching('^/api/chat/.*api-key=k$'), credentials: undefined },
      { url: 'wss://vonk.example/socket.io/?EIO=4&transport=websocket', credentials: undefined },
    ]);
  });
});
