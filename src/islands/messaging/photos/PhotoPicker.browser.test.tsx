import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../../styles/messenger.css';
import { PHOTO_MAX_BYTES } from '#contract/messaging/photo-calls.ts';
import { openConversation } from '#lib/messaging/conversation/conversation.ts';
import { $unsent } from '#lib/messaging/sending/unsent.ts';
import { type TestUpload, testUploads } from '#lib/testing/uploads.ts';
import type { OpenConversation } from '../../../lib/messaging/opened/open-conversations.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { vera } from '../../testing/messaging.ts';
import { chooseFile, fakeCamera, photoFile } from '../../testing/photos.ts';
import { expectAccessible, leave, ofThisRun, render, stubApi } from '../../testing/render.ts';
import { PhotoPicker } from './PhotoPicker.tsx';

const sites = [
  {
    lang: 'nl',
    price: 'Een bericht kost 60 credits.',
    take: 'Foto maken met de camera',
    shoot: 'Foto maken',
    retake: 'Opnieuw maken',
    send: 'Foto versturen',
    taken: 'De foto die je maakte',
    noCamera: 'Geen camera gevonden.',
    notAllowed: /Kies een foto in jpg/,
    damaged: /beschadigd/,
    tooBig: /te groot/,
    denied: /Je browser staat de camera niet toe/,
    busy: /in gebruik door een ander programma/,
    again: 'Opnieuw proberen',
    cancel: 'Annuleren',
    back: 'Terug',
    crop: /Uitsnede van de foto/,
    zoom: 'Inzoomen',
    square: 'Vierkant',
    uploading: 'De foto wordt verstuurd',
    failed: /Controleer je verbinding/,
    other: 'Andere foto',
  },
  {
    lang: 'en',
    price: 'A message costs 60 credits.',
    take: 'Take a photo with the camera',
    shoot: 'Take photo',
    retake: 'Take again',
    send: 'Send photo',
    taken: 'The photo you took',
    noCamera: 'No camera found.',
    notAllowed: /Choose a photo in jpg/,
    damaged: /damaged/,
    tooBig: /too large/,
    denied: /Your browser does not allow the camera/,
    busy: /used by another program/,
    again: 'Try again',
    cancel: 'Cancel',
    back: 'Back',
    crop: /Part of the photo/,
    zoom: 'Zoom in',
    square: 'Square',
    uploading: 'The photo is being sent',
    failed: /Check your connection/,
    other: 'Other photo',
  },
] as const;

describe.each(ofThisRun(sites))('the photo picker ($lang)', (site) => {
  let uploads: TestUpload[];
  let conversation: OpenConversation;
  let close: ReturnType<typeof vi.fn<() => void>>;
  let camera: ReturnType<typeof fakeCamera>;
  beforeEach(() => {
    stubApi();
    const test = testUploads();
    uploads = test.uploads;
    vi.stubGlobal('XMLHttpRequest', test.Request);
    camera = fakeCamera();
    close = vi.fn<() => void>();
    $unsent.set([]);
    conversation = openConversation({ other: vera, id: null });
  });
  afterEach(() => {
    conversation.close();
    camera.stop();
  });

  const open = async (file: File | null = null) => {
    await render(
      <InDialog>
        <PhotoPicker modal={{ type: 'Photo', recipient: vera.userid, file }} close={close} />
      </InDialog>,
      site.lang,
    );
    await expect.element(page.getByText(site.price)).toBeVisible();
  };
  const press = (name: string) => page.getByRole('button', { name }).click();
  const sizeOf = async (file: Blob | undefined) => {
    const { width, height } = await createImageBitmap(file ?? new Blob());
    return [width, height];
  };

  it.each([
    { shape: 'wide', window: [1280, 800], size: [480, 360] },
    { shape: 'upright', window: [390, 844], size: [360, 480] },
  ] as const)(
    'P2.129 P2.131 P5.28 P9.4 takes a photo that is $shape, retakes it on request, and is off during the review',
    async ({ window, size }) => {
      await page.viewport(window[0], window[1]);
      await open();
      await press(site.take);
      await expect.poll(() => document.querySelector('video')?.videoWidth).toBe(1280);
      await press(site.shoot);
      await expect.element(page.getByAltText(site.taken)).toBeVisible();
      expect(await camera.live()).toBe(0);
      await expectAccessible();
      await press(site.retake);
      await expect.poll(() => document.querySelector('video')?.videoWidth).toBe(1280);
      expect(await camera.live()).toBe(1);
      await press(site.shoot);
      await press(site.send);
      await expect.poll(() => uploads.length).toBe(1);
      expect([uploads[0]?.file.type, ...(await sizeOf(uploads[0]?.file))]).toEqual(['image/jpeg', ...size]);
      expect(await camera.live()).toBe(0);
    },
  );

  it('turns the camera off when it is closed, and on going back', async () => {
    await open();
    await press(site.take);
    await expect.poll(camera.live).toBe(1);
    await press(site.back);
    await expect.poll(camera.live).toBe(0);
    await press(site.take);
    await expect.poll(camera.live).toBe(1);
    leave();
    await expect.poll(camera.live).toBe(0);
  });

  it('P2.129 P8.18 says in words that there is no camera, that it is not allowed, or that it is busy', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    camera.devices.mockResolvedValue([]);
    await open();
    await expect.element(page.getByText(site.noCamera)).toBeVisible();
    await expect.element(page.getByRole('button', { name: site.take })).toBeDisabled();
    expect(warned).toHaveBeenCalled();
    await expectAccessible();
    camera.devices.mockResolvedValue([{ kind: 'videoinput' } as MediaDeviceInfo]);
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
    await expect.element(page.getByRole('button', { name: site.take })).toBeEnabled();
    camera.ask.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'));
    await press(site.take);
    await expect.element(page.getByText(site.denied)).toBeVisible();
    camera.ask.mockRejectedValueOnce(new DOMException('no', 'NotReadableError'));
    await press(site.again);
    await expect.element(page.getByText(site.busy)).toBeVisible();
  });

  it('P5.26 P5.27 P8.19 shows at the picture that it is no JPEG, too large, damaged, or only named like a JPEG', async () => {
    await open();
    chooseFile(await photoFile(10, 10, 'image/png'));
    await expect.element(page.getByText(site.notAllowed)).toBeVisible();
    chooseFile(new File([new Uint8Array(PHOTO_MAX_BYTES + 1)], 'a.jpg', { type: 'image/jpeg' }));
    await expect.element(page.getByText(site.tooBig)).toBeVisible();
    chooseFile(new File(['<script>'], 'a.jpg', { type: 'image/jpeg' }));
    await expect.element(page.getByText(site.notAllowed)).toBeVisible();
    expect(document.querySelector('.photo-frame')?.textContent).toMatch(site.notAllowed);
    const whole = await photoFile(320, 200);
    chooseFile(new File([whole.slice(0, -2)], 'a.jpg', { type: 'image/jpeg' }));
    await expect.element(page.getByText(site.damaged)).toBeVisible();
    expect(uploads).toEqual([]);
  });

  it('P2.130 crops by keyboard, and sends at most 1600 px', async () => {
    await open(await photoFile(3200, 2400));
    const area = page.getByRole('application', { name: site.crop });
    await expect.element(area).toBeVisible();
    await expectAccessible();
    await page.getByRole('radio', { name: site.square }).click();
    await page.getByRole('slider', { name: site.zoom }).fill('2');
    const picture = () => document.querySelector<HTMLElement>('.reactEasyCrop_Image')?.style.transform;
    await expect.poll(picture).toContain('scale(2)');
    const before = picture();
    (area.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(picture).not.toBe(before);
    await press(site.send);
    await expect.poll(() => uploads.length).toBe(1);
    const [width = 0, height] = await sizeOf(uploads[0]?.file);
    expect(width).toBe(height);
    expect(width).toBeGreaterThan(1000);
    expect(width).toBeLessThanOrEqual(1600);
  });

  it('shows the progress, and can be cancelled and retried', async () => {
    await open(await photoFile());
    await expect.element(page.getByRole('application', { name: site.crop })).toBeVisible();
    await press(site.send);
    await expect.poll(() => uploads.length).toBe(1);
    uploads[0]?.progress(30, 100);
    await expect.element(page.getByText('30 %')).toBeVisible();
    await expect.element(page.getByRole('progressbar', { name: site.uploading })).toBeVisible();
    await expectAccessible();
    await press(site.cancel);
    expect(uploads[0]?.isAborted).toBe(true);
    await press(site.send);
    await expect.poll(() => uploads.length).toBe(2);
    uploads[1]?.lose();
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await press(site.again);
    await expect.poll(() => uploads.length).toBe(3);
    expect(close).not.toHaveBeenCalled();
    uploads[2]?.answer(200, { photo: '6f1c1f0e-3f3b-4d7a-9f53-0d8d7f3f1c11', width: 800, height: 600 });
    await expect.poll(() => close.mock.calls.length).toBe(1);
    expect($unsent.get()).toMatchObject([{ attachment: '6f1c1f0e-3f3b-4d7a-9f53-0d8d7f3f1c11', text: '' }]);
  });

  it('allows choosing another one, and accepts one dropped or pasted', async () => {
    await open(await photoFile());
    await press(site.other);
    const data = new DataTransfer();
    data.items.add(await photoFile());
    const frame = document.querySelector('.photo-drop');
    frame?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    await expect.element(page.getByRole('application', { name: site.crop })).toBeVisible();
    await press(site.other);
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector('.photo-drop')?.dispatchEvent(paste);
    await expect.element(page.getByRole('application', { name: site.crop })).toBeVisible();
  });
});
