import { expect, it, vi } from 'vitest';
import { reportChatError } from '#contract/chat/session-calls.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const server = startTestApp();

it('L7.6 logs a viewer’s player error, truncated', async () => {
  const record = vi.spyOn(server.deps.events, 'record').mockImplementation(() => undefined);
  expect(await callApp(server, reportChatError, { error: `ice failed ${'x'.repeat(400)}` })).toEqual({
    logged: true,
  });
  expect(record).toHaveBeenCalledExactlyOnceWith('chat.player-error', {
    error: `ice failed ${'x'.repeat(109)}`,
  });
});

it('ignores an empty error', async () => {
  await expect(callApp(server, reportChatError, { error: '' })).rejects.toThrow('badRequest.invalid.input');
});
