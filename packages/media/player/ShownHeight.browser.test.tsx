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

test('the height is told at once, in pixels of the screen', () => {
  watch();
  expect(heard).toEqual([400]);
});

test('a size counts when it stays, and only where it is another one', async () => {
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

test('a phone asks for no more than its screen is worth, however fine that is', () => {
  vi.stubGlobal('devicePixelRatio', 3);
  vi.stubGlobal('screen', { width: 390, height: 844 });
  video.style.height = '844px';
  watch();
  expect(heard).toEqual([585]);
});

test('of a picture that is hidden nothing is told until it is shown, and nothing after the end', async () => {
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
