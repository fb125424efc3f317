import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import { $chat } from '#lib/chat/store.ts';
import { offerPlace } from '#lib/shell/open-dialogs.ts';
import { $modal } from '#lib/shell/start/dialogs.ts';
import { watchingAs } from '../../../../lib/testing/visitor.ts';
import { ofThisRun, render, type StubbedApi, stubApi } from '../../../testing/render.ts';
import { CamBackButton, CamBackSign } from './CamBack.tsx';

const { $camBack, $restEnds } = pageCamera;

const sites = [
  {
    lang: 'nl',
    show: 'Laat je camera zien aan Vera',
    loading: 'Je camera wordt verbonden',
    on: 'Vera ziet je camera',
    again: 'Je camera staat aan. De verbinding met Vera wordt hersteld.',
    off: 'Camera uit',
    stop: 'Stop je camera',
    network: 'De verbinding van je camera is verbroken. Je camera staat uit.',
    close: 'Sluiten',
  },
  {
    lang: 'en',
    show: 'Show your camera to Vera',
    loading: 'Your camera is being connected',
    on: 'Vera sees your camera',
    again: 'Your camera is on. The connection to Vera is being restored.',
    off: 'Camera off',
    stop: 'Stop your camera',
    network: 'The connection for your camera was lost. Your camera is off.',
    close: 'Close',
  },
] as const;

describe.each(ofThisRun(sites))('the sign that the camera is on ($lang)', (site) => {
  let api: StubbedApi;
  beforeEach(async () => {
    api = stubApi();
    $modal.set(null);
    $restEnds.set(0);
    $chat.set({ ...watchingAs('member'), type: 'chat' });
    await render(
      <>
        <CamBackButton name="Vera" />
        <CamBackSign name="Vera" />
      </>,
      site.lang,
    );
    $camBack.set({ status: 'idle', trouble: null, isReconnecting: false });
  });

  const sign = (name: string) => page.getByRole('region', { name });
  const begin = (isReconnecting = false) =>
    $camBack.set({ status: 'started', trouble: null, isReconnecting });

  it('is hidden while the camera is off; the button opens the dialog', async () => {
    await expect.element(page.getByRole('region')).not.toBeInTheDocument();
    await page.getByRole('button', { name: site.show }).click();
    expect($modal.get()).toEqual({ type: 'CamBack', name: 'Vera' });
  });

  it('shows the state from the start on', async () => {
    $camBack.set({ status: 'loading', trouble: null, isReconnecting: false });
    await expect.element(sign(site.loading)).toBeVisible();
    begin();
    await expect.element(sign(site.on)).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent(site.on);
    begin(true);
    await expect.element(sign(site.again)).toBeVisible();
  });

  it.each(['off', 'stop'] as const)('stops the camera by one press or by keyboard (%s)', async (button) => {
    begin();
    const pressed = page.getByRole('button', { name: site[button] });
    await expect.element(pressed).toBeVisible();
    (pressed.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    expect(api.requests[0]?.body).toEqual({ action: 'camBackStop', auth: 'auth' });
    await expect.element(page.getByRole('region')).not.toBeInTheDocument();
    api.answer(200, {});
    await expect.poll(() => $camBack.get().status).toBe('stopped');
    expect($restEnds.get()).toBeGreaterThan(Date.now() + 9000);
  });

  it('is also inside whatever covers the page', async () => {
    begin();
    const place = document.body.appendChild(document.createElement('div'));
    place.setAttribute('role', 'dialog');
    const leave = offerPlace(place);
    await expect.element(page.getByRole('dialog').getByText(site.on)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: site.off }).click();
    expect(api.requests[0]?.body).toEqual({ action: 'camBackStop', auth: 'auth' });
    leave();
  });

  it('says why the camera went off, until that is dismissed', async () => {
    $camBack.set({ status: 'stopped', trouble: 'network', isReconnecting: false });
    await expect.element(page.getByRole('alert')).toHaveTextContent(site.network);
    await page.getByRole('button', { name: site.close }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
