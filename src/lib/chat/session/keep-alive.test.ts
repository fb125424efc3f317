import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AUTH_SECONDS, KEEP_ALIVE_MS, KEEP_ALIVE_RETRY_MS } from '#contract/chat/session.ts';
import { AppError } from '#contract/errors.ts';
import { startKeepAlive } from './keep-alive.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

function start(send: () => Promise<void>) {
  const events: string[] = [];
  const alive = startKeepAlive({
    send,
    onContact: (contact) => events.push(contact),
    onOver: (label) => events.push(label),
  });
  return { alive, events };
}

it('L4.21 sends at its interval', async () => {
  const send = vi.fn(async () => {});
  const { alive } = start(send);
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS * 3);
  alive.stop();
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS * 3);
  expect(send).toHaveBeenCalledTimes(3);
});

it('sends at once on request, and continues from there', async () => {
  const send = vi.fn(async () => {});
  const { alive } = start(send);
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS - 1);
  alive.beat();
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS - 1);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenCalledTimes(2);
  alive.stop();
});

it('never overlaps: a request made meanwhile follows the response', async () => {
  const answers: (() => void)[] = [];
  const send = vi.fn(() => new Promise<void>((resolve) => void answers.push(resolve)));
  const { alive } = start(send);
  alive.beat();
  alive.beat();
  alive.beat();
  expect(send).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(send).toHaveBeenCalledTimes(2);
  alive.stop();
});

it('L4.22 L8.2 retries after a network error until the auth token expires', async () => {
  const send = vi.fn(() => Promise.reject(new AppError('UNAVAILABLE')));
  const { events } = start(send);
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS + KEEP_ALIVE_RETRY_MS * 2);
  expect(events).toEqual(['lost', 'lost', 'lost']);
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 1000);
  expect(events.at(-1)).toBe('UNAVAILABLE');
  const calls = send.mock.calls.length;
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 1000);
  expect(send).toHaveBeenCalledTimes(calls);
});

it('counts the expiry from the last response', async () => {
  let isAway = false;
  const { events, alive } = start(async () => {
    if (isAway) throw new AppError('UNAVAILABLE');
  });
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 2000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 1000 - KEEP_ALIVE_MS);
  expect(events.at(-1)).toBe('lost');
  isAway = false;
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_RETRY_MS);
  expect(events.at(-1)).toBe('up');
  alive.stop();
});

it('L8.3 stops at once when the server refuses', async () => {
  const { events } = start(() => Promise.reject(new AppError('badRequest.session.ended')));
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS * 5);
  expect(events).toEqual(['badRequest.session.ended']);
});

it('sends nothing after it was stopped', async () => {
  let refuse: (error: Error) => void = () => {};
  const { alive, events } = start(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  alive.beat();
  alive.stop();
  refuse(new AppError('badRequest.session.ended'));
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(events).toEqual([]);
});
