import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleMs, watchHeight } from './agent.ts';

let video: HTMLVideoElement;
let heard: number[];
let stop: () => void;
beforeEach(() => {
  video = document.createElement('video');
  video.style.cssText = 'display: block; width: 320px; height: 200px';
  document.body.append(video);
  heard = [];
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('screen', { width: 1920, height: 1080 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  stop();
  video.remove();
});

const watch = () => {
  stop = watchHeight(video, (pixels) => void heard.push(pixels));
};
/** Resolves when the browser has reported the video's present size to all who observe it. */
const resized = () =>
  new Promise<void>((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      // A change within this call would be reported as a loop.
      requestAnimationFrame(() => resolve());
    });
    observer.observe(video);
  });

test('reports the height at once, in screen pixels', () => {
  watch();
  expect(heard).toEqual([400]);
});

test('reports a changed size once it has settled', async () => {
  watch();
  for (const height of [250, 300, 350]) {
    video.style.height = `${height}px`;
    await resized();
    vi.advanceTimersByTime(settleMs - 1);
    expect(heard).toEqual([400]);
  }
  vi.advanceTimersByTime(1);
  expect(heard).toEqual([400, 700]);
  video.style.width = '500px';
  await resized();
  vi.advanceTimersByTime(settleMs);
  expect(heard).toEqual([400, 700]);
});

test('limits the height on phones with a dense screen', () => {
  vi.stubGlobal('devicePixelRatio', 3);
  vi.stubGlobal('screen', { width: 390, height: 844 });
  video.style.height = '844px';
  watch();
  expect(heard).toEqual([585]);
});

test('reports nothing while the picture is hidden or after the end', async () => {
  video.style.display = 'none';
  watch();
  expect(heard).toEqual([]);
  video.style.display = 'block';
  await resized();
  vi.advanceTimersByTime(settleMs);
  expect(heard).toEqual([400]);
  stop();
  video.style.height = '300px';
  await resized();
  vi.advanceTimersByTime(settleMs);
  expect(heard).toEqual([400]);
});
