import { $isPoppedOut, $player, $screen, $volume, keepVolume, readVolume } from '@vonk/media/player';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ofThisRun, render } from '../../testing/render.ts';
import { PlayerControls } from './PlayerControls.tsx';

const sites = [
  {
    lang: 'nl',
    on: 'Geluid aan',
    volume: 'Volume',
    out: 'Beeld in een eigen venster',
    back: 'Beeld terug in de pagina',
    full: 'Volledig scherm',
    small: 'Volledig scherm sluiten',
  },
  {
    lang: 'en',
    on: 'Sound on',
    volume: 'Volume',
    out: 'Picture in a window of its own',
    back: 'Picture back into the page',
    full: 'Full screen',
    small: 'Leave full screen',
  },
] as const;

describe.each(ofThisRun(sites))('the controls of the player ($lang)', (site) => {
  let video: HTMLVideoElement;
  beforeEach(() => {
    localStorage.clear();
    $volume.set(readVolume());
    video = document.createElement('video');
    $screen.set(video);
    $isPoppedOut.set(false);
    $player.set({ state: { name: 'playing' }, needsUnmute: false });
  });

  const open = () => render(<PlayerControls />, site.lang);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const slider = () => page.getByRole('slider', { name: site.volume });

  it('set the volume by keyboard, and store it for the next stream', async () => {
    keepVolume({ level: 0.6, sound: true });
    await open();
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '60%');
    (slider().element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '65%');
    expect(video.volume).toBeCloseTo(0.65);
    expect(readVolume()).toEqual({ level: 0.65, sound: true });
  });

  it('leave picture-in-picture to Firefox, which has its own button', async () => {
    vi.stubGlobal('mozInnerScreenX', 0);
    await open();
    await expect.element(button(site.full)).toBeVisible();
    await expect.element(button(site.out)).not.toBeInTheDocument();
    vi.unstubAllGlobals();
    await render(<PlayerControls />, site.lang);
    await expect.element(button(site.out).first()).toBeVisible();
  });

  it('are silent at zero, and restore the volume when unmuted', async () => {
    keepVolume({ level: 0.4, sound: true });
    await open();
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '40%');
    (slider().element() as HTMLElement).focus();
    await userEvent.keyboard('{Home}');
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '0%');
    await button(site.on).click();
    await expect.element(slider()).toHaveAttribute('aria-valuetext', '40%');
    expect(readVolume()).toEqual({ level: 0.4, sound: true });
  });

  it.each(['{"level":7,"sound":true}', '{"level":"1"}', 'no json'])(
    'ignore an invalid volume in storage: %s',
    (kept) => {
      localStorage.setItem('volume', kept);
      expect(readVolume()).toEqual({ level: 1, sound: false });
    },
  );

  it('P9.12 show icon names as tooltips unless the text is visible', async () => {
    $player.set({ state: { name: 'playing' }, needsUnmute: true });
    await open();
    const withTip = () =>
      page
        .getByRole('button')
        .elements()
        .filter((one) => one.matches('.tip'))
        .map((one) => one.getAttribute('aria-label'));
    await expect.element(button(site.on)).toHaveTextContent(site.on);
    expect(withTip()).toEqual([site.out, site.full]);
    $player.set({ state: { name: 'playing' }, needsUnmute: false });
    await expect.poll(withTip).toEqual([site.on, site.out, site.full]);
    expect(button(site.on).element().textContent).toBe('');
  });

  it('move the picture to its own window and back', async () => {
    const request = vi.fn(async () => {
      // Like the browser does.
      video.dispatchEvent(new Event('enterpictureinpicture'));
      return {} as PictureInPictureWindow;
    });
    video.requestPictureInPicture = request;
    vi.spyOn(document, 'pictureInPictureElement', 'get').mockImplementation(() =>
      request.mock.calls.length > 0 ? video : null,
    );
    const exit = vi.spyOn(document, 'exitPictureInPicture').mockResolvedValue();
    await open();
    await button(site.out).click();
    await expect.element(button(site.back)).toBeVisible();
    await button(site.back).click();
    expect(exit).toHaveBeenCalledOnce();
  });

  it('offer no window without browser support', async () => {
    vi.spyOn(document, 'pictureInPictureEnabled', 'get').mockReturnValue(false);
    await open();
    await expect.element(button(site.full)).toBeVisible();
    await expect.element(button(site.out)).not.toBeInTheDocument();
  });

  it('show the whole page in full screen, with price and dialogs', async () => {
    const request = vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue();
    const exit = vi.spyOn(document, 'exitFullscreen').mockResolvedValue();
    vi.spyOn(document, 'fullscreenElement', 'get').mockImplementation(() =>
      request.mock.calls.length > exit.mock.calls.length ? document.documentElement : null,
    );
    await open();
    await button(site.full).click();
    expect(request).toHaveBeenCalledOnce();
    document.dispatchEvent(new Event('fullscreenchange'));
    await button(site.small).click();
    expect(exit).toHaveBeenCalledOnce();
    document.dispatchEvent(new Event('fullscreenchange'));
    await expect.element(button(site.full)).toBeVisible();
  });

  it('use an iPhone’s full screen, which supports only the video', async () => {
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
    const enter = vi.fn();
    Object.assign(video, { webkitEnterFullscreen: enter, webkitSupportsFullscreen: true });
    await open();
    await button(site.full).click();
    expect(enter).toHaveBeenCalledOnce();
  });

  it('offer no full screen without support', async () => {
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false);
    await open();
    await expect.element(page.getByRole('slider')).toBeVisible();
    await expect.element(button(site.full)).not.toBeInTheDocument();
  });
});
