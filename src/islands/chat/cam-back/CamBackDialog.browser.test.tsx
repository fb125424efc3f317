import { deskDevices, SimulatedDesk } from '@vonk/media/devices/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { pageCamera } from '#lib/chat/cam-back/cam-back.ts';
import { $chat } from '#lib/chat/store.ts';
import { watchingAs } from '../../../lib/testing/visitor.ts';
import { record, useDevices } from '../../testing/devices.ts';
import { InDialog } from '../../testing/InDialog.tsx';
import { expectAccessible, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { CamBackDialog } from './CamBackDialog.tsx';

const { $camBack, $choice, $devices, $restEnds, releaseCamera } = pageCamera;

const sites = [
  {
    lang: 'nl',
    text: /Alleen Vera krijgt je beeld en geluid/,
    camera: 'Camera',
    microphone: 'Microfoon',
    silent: 'Geen microfoon',
    noMicrophone: /Je kunt zonder geluid starten/,
    own: 'Keuze van de browser',
    start: 'Camera starten',
    again: 'Opnieuw proberen',
    asking: /Je browser vraagt of de camera gebruikt mag worden/,
    denied: /Je browser staat de camera of microfoon niet toe/,
    busy: /is in gebruik door een ander programma/,
    rest: /Over \d seconden kun je weer starten/,
    notHere: /kan alleen in een betaalde chat/,
  },
  {
    lang: 'en',
    text: /Only Vera gets your picture and sound/,
    camera: 'Camera',
    microphone: 'Microphone',
    silent: 'No microphone',
    noMicrophone: /You can start without sound/,
    own: 'Chosen by the browser',
    start: 'Start camera',
    again: 'Try again',
    asking: /Your browser asks whether the camera may be used/,
    denied: /Your browser does not allow the camera or microphone/,
    busy: /is used by another program/,
    rest: /You can start again in \d seconds/,
    notHere: /in paid chat only/,
  },
] as const;

const settings = {
  agent: 'whip',
  streamSettings: { width: 640, height: 480, frameRate: 20, videoBitrate: 600_000, audioBitrate: 32_000 },
  signIn: null,
  restMs: 0,
};

afterEach(() => void vi.useRealTimers());

describe.each(ofThisRun(sites))('the camera dialog of a member ($lang)', (site) => {
  let api: StubbedApi;
  let close: ReturnType<typeof vi.fn<() => void>>;
  let desk: SimulatedDesk;

  beforeEach(() => {
    api = stubApi();
    close = vi.fn<() => void>();
    $chat.set({ ...watchingAs('member'), type: 'chat' });
    releaseCamera();
    $camBack.set({ status: 'idle', trouble: null, isReconnecting: false });
    $restEnds.set(0);
    $choice.set({ camera: null, microphone: null });
    $devices.set({ cameras: [], microphones: [] });
    desk = new SimulatedDesk(deskDevices, { record });
    useDevices(desk);
  });

  const open = async (answer: object = settings, status = 200) => {
    await render(
      <InDialog>
        <CamBackDialog modal={{ type: 'CamBack', name: 'Vera' }} close={close} />
      </InDialog>,
      site.lang,
    );
    await expect.poll(() => api.requests[0]?.path).toBe('/api/chat/chat/settings/camback');
    api.answer(status, answer);
  };
  const start = () => page.getByRole('button', { name: site.start });
  const optionsOf = (name: string) =>
    [...(page.getByLabelText(name, { exact: true }).element() as HTMLSelectElement).options].map(
      ({ text }) => text,
    );

  it('says who sees the camera, shows the picture and lists the devices', async () => {
    await open();
    await expect.element(page.getByText(site.text)).toBeVisible();
    await expect.element(start()).not.toHaveAttribute('aria-disabled');
    expect(optionsOf(site.camera)).toEqual([site.own, 'Front camera', `${site.camera} 2`]);
    expect(optionsOf(site.microphone)).toEqual([site.own, 'Headset', site.silent]);
    expect((document.querySelector('video')?.srcObject as MediaStream | null)?.getTracks()).toHaveLength(2);
    expect(document.querySelector('video')?.muted).toBe(true);
    expect(api.requests).toHaveLength(1);
    await expectAccessible();
  });

  it('requests the chosen device and closes the former one', async () => {
    await open();
    await expect.element(start()).not.toHaveAttribute('aria-disabled');
    await page.getByLabelText(site.microphone).selectOptions(site.silent);
    await expect.poll(() => desk.open).toEqual(['front']);
    await page.getByLabelText(site.camera, { exact: true }).selectOptions('Front camera');
    await expect
      .poll(() => desk.requests.at(-1))
      .toMatchObject({ video: { deviceId: { exact: 'front' } }, audio: false });
    await expect.poll(() => desk.open).toEqual(['front']);
  });

  it('starts without a microphone, and says so', async () => {
    desk.occupy('mic');
    await open();
    await expect.element(page.getByRole('alert').getByText(site.noMicrophone)).toBeVisible();
    await expect.element(start()).not.toHaveAttribute('aria-disabled');
    await expectAccessible();
    desk.occupy('mic', false);
    await page.getByRole('button', { name: site.again }).click();
    await expect.poll(() => api.requests).toHaveLength(2);
    api.answer(200, settings);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.poll(() => desk.open).toEqual(['front', 'mic']);
  });

  it.each(['denied', 'busy'] as const)(
    'L4.56 L8.11 explains what to do about %s, and tries again',
    async (text) => {
      desk.saysYes = text !== 'denied';
      if (text === 'busy') desk.occupy('front');
      await open();
      await expect.element(page.getByRole('alert').getByText(site[text])).toBeVisible();
      desk.saysYes = true;
      desk.occupy('front', false);
      await page.getByRole('button', { name: site.again }).click();
      await expect.poll(() => api.requests).toHaveLength(2);
      api.answer(200, settings);
      await expect.element(start()).not.toHaveAttribute('aria-disabled');
      await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    },
  );

  it('L4.56 explains what it waits for during the permission prompt', async () => {
    desk.hold();
    await open();
    await expect.element(page.getByText(site.asking)).toBeVisible();
    await expect.element(start()).toHaveAttribute('aria-disabled', 'true');
  });

  it('counts down before the next start', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    await open({ ...settings, restMs: 2500 });
    await expect.element(page.getByText(site.rest)).toBeVisible();
    await expect.element(start()).toHaveAttribute('aria-disabled', 'true');
    vi.advanceTimersByTime(2500);
    await expect.element(page.getByText(site.rest)).not.toBeInTheDocument();
    await expect.element(start()).not.toHaveAttribute('aria-disabled');
  });

  it('shows a message if no camera may be shown', async () => {
    await open({ label: 'badRequest.camBack.notHere' }, 400);
    await expect.element(page.getByRole('alert').getByText(site.notHere)).toBeVisible();
    expect(desk.requests).toEqual([]);
  });

  it('closes with the chat', async () => {
    await open();
    await expect.element(start()).not.toHaveAttribute('aria-disabled');
    $chat.set({ status: 'ended', performer: 'Vera', reason: 'kicked' });
    await expect.poll(() => close.mock.calls.length).toBeGreaterThan(0);
  });
});
