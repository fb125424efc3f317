import { vi } from 'vitest';

/** A picture of this size as a file. */
export async function photoFile(width = 800, height = 600, type = 'image/jpeg'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = 'teal';
    context.fillRect(0, 0, width, height / 2);
  }
  return new File([await canvas.convertToBlob({ type })], 'photo.jpg', { type });
}

/** Sets the picker's input like the browser's dialog does. */
export function chooseFile(file: File): void {
  const input = document.querySelector<HTMLInputElement>('[data-photo-input]');
  if (!input) throw new Error('No file input');
  const data = new DataTransfer();
  data.items.add(file);
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** A camera that shows a drawn picture, or one that refuses with this error. */
export function fakeCamera(refusal: string | null = null) {
  const canvas = document.createElement('canvas');
  canvas.width = 1280;
  canvas.height = 720;
  const draw = () => canvas.getContext('2d')?.fillRect(0, 0, Math.random() * 1280, 720);
  draw();
  const stream = canvas.captureStream();
  const moving = setInterval(draw, 50);
  const devices = vi.spyOn(navigator.mediaDevices, 'enumerateDevices');
  devices.mockResolvedValue([
    { kind: 'videoinput', deviceId: '', label: '', groupId: '' } as MediaDeviceInfo,
  ]);
  const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    if (refusal) throw new DOMException('no', refusal);
    return stream.clone();
  });
  const streams = () => Promise.all(ask.mock.results.map(({ value }) => value as Promise<MediaStream>));
  return {
    devices,
    ask,
    /** Number of tracks still on. */
    live: async () =>
      (await streams()).flatMap((one) => one.getTracks()).filter(({ readyState }) => readyState === 'live')
        .length,
    stop: () => clearInterval(moving),
  };
}
