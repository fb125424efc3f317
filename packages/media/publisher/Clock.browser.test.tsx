import { afterEach, expect, test, vi } from 'vitest';
import { createClock } from './clock.ts';

afterEach(() => vi.unstubAllGlobals());

/** Sets three timers and cancels one; returns the order in which they fire. */
async function runTimers(): Promise<string[]> {
  const clock = createClock();
  const fired: string[] = [];
  clock.after(150, () => fired.push('late'));
  const cancel = clock.after(50, () => fired.push('cancelled'));
  clock.after(20, () => fired.push('early'));
  cancel();
  await expect.poll(() => fired).toEqual(['early', 'late']);
  clock.after(10, () => fired.push('closed'));
  clock.close();
  const another = createClock();
  await new Promise<void>((resolve) => another.after(50, resolve));
  another.close();
  return fired;
}

test('fires the timers of a worker, unless they were cancelled', async () => {
  const timers = vi.spyOn(window, 'setTimeout');
  const running = createClock();
  running.after(10, () => undefined);
  expect(timers).not.toHaveBeenCalled();
  running.close();
  expect(await runTimers()).toEqual(['early', 'late']);
});

test('uses timers of the page if the browser starts no worker', async () => {
  vi.stubGlobal('Worker', undefined);
  expect(await runTimers()).toEqual(['early', 'late']);
});

test('uses timers of the page if the content policy forbids the worker', async () => {
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
      postMessage = () => undefined;
      terminate = () => undefined;
    },
  );
  expect(await runTimers()).toEqual(['early', 'late']);
});
