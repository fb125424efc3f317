import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { reportChatError } from '#contract/chat/session-calls.ts';
import { callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

it('logs what a viewer’s player met, cut short', async () => {
  const record = vi.spyOn(server.deps.events, 'record').mockImplementation(() => undefined);
  expect(await callApp(server, reportChatError, { error: `ice failed ${'x'.repeat(400)}` })).toEqual({
    logged: true,
  });
  expect(record).toHaveBeenCalledExactlyOnceWith('chat.player-error', {
    error: `ice failed ${'x'.repeat(109)}`,
  });
});

it('takes nothing for no error', async () => {
  await expect(callApp(server, reportChatError, { error: '' })).rejects.toThrow('badRequest.invalid.input');
});
