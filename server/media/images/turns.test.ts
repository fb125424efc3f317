import { expect, it } from 'vitest';
import { createShared, createTurns } from './turns.ts';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

it('runs and queues up to the limits, and refuses the next', async () => {
  const take = createTurns(2, 1);
  const { opened, open } = gate();
  let most = 0;
  let running = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await opened;
    running -= 1;
  };
  const accepted = [take(work), take(work), take(work)];
  await expect(take(work)).rejects.toThrow('UNAVAILABLE');
  open();
  await Promise.all(accepted);
  expect(most).toBe(2);
  await expect(take(async () => 'free again')).resolves.toBe('free again');
});

it('continues after failed work', async () => {
  const take = createTurns(1, 5);
  const failing = take(() => Promise.reject(new Error('no')));
  const next = take(async () => 1);
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe(1);
});

it('shares running work, and runs it again afterwards', async () => {
  const shared = createShared<number>();
  let done = 0;
  const work = async () => {
    done += 1;
    return done;
  };
  expect(await Promise.all([shared('a', work), shared('a', work), shared('b', work)])).toEqual([1, 1, 2]);
  expect(await shared('a', work)).toBe(3);
});
