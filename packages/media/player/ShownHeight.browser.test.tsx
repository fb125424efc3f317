import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settleMs, watchHeight } from './shown-height.ts';

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
});
afterEach(() => {
  stop();
  video.remove();
});

const watch = () => {
  stop = watchHeight(video, (pixels) => void heard.push(pixels));
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('reports the height at once, in screen pixels', () => {
  watch();
  expect(heard).toEqual([400]);
});

test('reports a changed size once it has settled', async () => {
  watch();
  for (const height of [250, 300, 350]) {
    video.style.height = `${height}px`;
    await wait(100);
  }
  expect(heard).toEqual([400]);
  await expect.poll(() => heard).toEqual([400, 700]);
  video.style.width = '500px';
  await wait(settleMs + 300);
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
  await expect.poll(() => heard).toEqual([400]);
  stop();
  video.style.height = '300px';
  await wait(settleMs + 300);
  expect(heard).toEqual([400]);
});
