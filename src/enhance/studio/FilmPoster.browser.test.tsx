import { expect, it, vi } from 'vitest';
import { posterOf } from './pictures.ts';

/** A film of one color, as a browser records it. */
async function aFilm(width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(15), { mimeType: 'video/webm;codecs=vp8' });
  const parts: Blob[] = [];
  let isRecorded = false;
  recorder.ondataavailable = ({ data }) => {
    parts.push(data);
    isRecorded ||= data.size > 0;
  };
  const isOver = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start(200);
  // A slow machine records its first frame late.
  for (let frame = 0; frame < 12 || !isRecorded; frame += 1) {
    if (context) {
      context.fillStyle = frame % 2 ? '#c02010' : '#c02012';
      context.fillRect(0, 0, width, height);
    }
    // biome-ignore lint/plugin/sleeps: a film is recorded in real time
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  recorder.stop();
  await isOver;
  return new Blob(parts, { type: 'video/webm' });
}

/** Red and green of the poster's first pixel. */
async function colorOf(picture: ImageBitmap): Promise<[number, number]> {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context?.drawImage(picture, 0, 0, 1, 1);
  const [red = 0, green = 255] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return [red, green];
}

it('draws the poster of a film as JPEG, with 1,280 px at most', async () => {
  const poster = await posterOf(await aFilm(1600, 800));
  expect(poster?.type).toBe('image/jpeg');
  const picture = await createImageBitmap(poster ?? new Blob());
  expect(picture.width).toBe(1280);
  expect(picture.height).toBe(640);
  const [red, green] = await colorOf(picture);
  expect(red).toBeGreaterThan(140);
  expect(green).toBeLessThan(80);
});

it('waits for a frame that a busy browser cannot draw yet', async () => {
  const film = await aFilm(160, 80);
  const draw = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage').mockReturnValueOnce();
  const poster = await posterOf(film);
  expect(draw.mock.calls.length).toBeGreaterThan(1);
  const [red] = await colorOf(await createImageBitmap(poster ?? new Blob()));
  expect(red).toBeGreaterThan(140);
});

it('draws none of a file that is no film', async () => {
  expect(await posterOf(new Blob(['no film'], { type: 'video/mp4' }))).toBeNull();
});
