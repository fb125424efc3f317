import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { screenOf } from './agent.ts';
import { $still, releasePicture, STILL_MS } from './still.ts';

let video: HTMLVideoElement;
beforeEach(() => {
  video = document.createElement('video');
  video.className = 'picture';
  document.body.append(video);
});
afterEach(() => {
  vi.useRealTimers();
  releasePicture();
  video.remove();
});

/** A stream of one colour, like one that a server sends. */
function streamOf(colour: string): MediaStream {
  const source = document.createElement('canvas');
  const context = source.getContext('2d');
  if (!context) throw new Error('No canvas');
  const draw = () => {
    context.fillStyle = colour;
    context.fillRect(0, 0, source.width, source.height);
    requestAnimationFrame(draw);
  };
  draw();
  return source.captureStream(30);
}

const kept = () => document.querySelector<HTMLCanvasElement>('canvas.picture');
const redOf = (canvas: HTMLCanvasElement | null) =>
  canvas?.getContext('2d')?.getImageData(5, 5, 1, 1).data[0];

/** Plays a red stream and keeps its last picture. */
async function hold() {
  const screen = screenOf(video, true);
  screen.show(streamOf('rgb(255 0 0)'));
  await screen.play();
  await new Promise((resolve) => void video.requestVideoFrameCallback(resolve));
  screen.hold?.();
  return screen;
}

test('keeps the last picture over the video until another stream shows a frame', async () => {
  const screen = await hold();
  screen.show(null);
  expect(redOf(kept())).toBeGreaterThan(200);
  expect(video.nextElementSibling).toBe(kept());
  screen.show(streamOf('rgb(0 0 255)'));
  expect(kept()).not.toBeNull();
  await expect.poll(kept).toBeNull();
  expect($still.get()).toBeNull();
});

test('keeps a picture for twenty seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await hold();
  vi.advanceTimersByTime(STILL_MS - 1);
  expect(kept()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(kept()).toBeNull();
});

test('keeps nothing of a video without a picture, or of a player that must not', () => {
  screenOf(video, true).hold?.();
  expect($still.get()).toBeNull();
  expect(screenOf(video).hold).toBeUndefined();
});
