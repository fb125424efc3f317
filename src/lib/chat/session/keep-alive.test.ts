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
  const told: string[] = [];
  const alive = startKeepAlive({
    send,
    onContact: (contact) => told.push(contact),
    onOver: (label) => told.push(label),
  });
  return { alive, told };
}

it('goes out at its pace', async () => {
  const send = vi.fn(async () => {});
  const { alive } = start(send);
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS * 3);
  alive.stop();
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS * 3);
  expect(send).toHaveBeenCalledTimes(3);
});

it('goes out at once when it is asked for, and goes on from there', async () => {
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

it('never overlaps itself: what is asked for meanwhile follows the answer', async () => {
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

it('tries again after a network error until the auth has ended', async () => {
  const send = vi.fn(() => Promise.reject(new AppError('UNAVAILABLE')));
  const { told } = start(send);
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS + KEEP_ALIVE_RETRY_MS * 2);
  expect(told).toEqual(['lost', 'lost', 'lost']);
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 1000);
  expect(told.at(-1)).toBe('UNAVAILABLE');
  const calls = send.mock.calls.length;
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 1000);
  expect(send).toHaveBeenCalledTimes(calls);
});

it('counts the auth’s end from the last answer', async () => {
  let isAway = false;
  const { told, alive } = start(async () => {
    if (isAway) throw new AppError('UNAVAILABLE');
  });
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 2000);
  isAway = true;
  await vi.advanceTimersByTimeAsync(AUTH_SECONDS * 1000 - KEEP_ALIVE_MS);
  expect(told.at(-1)).toBe('lost');
  isAway = false;
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_RETRY_MS);
  expect(told.at(-1)).toBe('up');
  alive.stop();
});

it('gives up at once when the server says no', async () => {
  const { told } = start(() => Promise.reject(new AppError('badRequest.session.ended')));
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS * 5);
  expect(told).toEqual(['badRequest.session.ended']);
});

it('says nothing more once it was stopped', async () => {
  let refuse: (error: Error) => void = () => {};
  const { alive, told } = start(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  alive.beat();
  alive.stop();
  refuse(new AppError('badRequest.session.ended'));
  await vi.advanceTimersByTimeAsync(KEEP_ALIVE_MS);
  expect(told).toEqual([]);
});
