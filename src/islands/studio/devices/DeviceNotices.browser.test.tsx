import { deskDevices, SimulatedDesk, type SimulatedDevice } from '@vonk/media/devices/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createStudioDevices, type StudioDevices } from '#lib/studio/live/devices.ts';
import { record, useDevices } from '../../testing/devices.ts';
import { expectAccessible, ofThisRun, render } from '../../testing/render.ts';
import { StudioContext, type StudioPage } from '../studio-page.ts';
import { DeviceNotices } from './DeviceNotices.tsx';
import '../../../styles/global.css';

const sites = [
  {
    lang: 'nl',
    noMicrophone: /Er is geen microfoon gevonden. Kijkers horen je niet/,
    offered: 'Je microfoon kan nu open.',
    openMicrophone: 'Microfoon openen',
    lost: /Je camera is losgekoppeld. Kijkers zien geen beeld/,
    other: 'Een andere camera gebruiken?',
    second: 'Camera 1',
    back: 'Je camera kan nu open.',
    open: 'Camera openen',
    kept: 'Wat je hiervoor gebruikte, gaat door.',
    refused: /De browser heeft geen toestemming voor je camera of microfoon/,
  },
  {
    lang: 'en',
    noMicrophone: /No microphone was found. Viewers do not hear you/,
    offered: 'Your microphone can be opened now.',
    openMicrophone: 'Open microphone',
    lost: /Your camera was unplugged. Viewers see no picture/,
    other: 'Use another camera?',
    second: 'Camera 1',
    back: 'Your camera can be opened now.',
    open: 'Open camera',
    kept: 'What you used before goes on.',
    refused: /The browser has no permission for your camera or microphone/,
  },
] as const;

const [front, , headset] = deskDevices as readonly [SimulatedDevice, SimulatedDevice, SimulatedDevice];

describe.each(ofThisRun(sites))('what is missing of camera and microphone ($lang)', (site) => {
  let devices: StudioDevices;
  afterEach(() => devices.leave());

  const open = async (desk: SimulatedDesk) => {
    useDevices(desk);
    devices = createStudioDevices(async () => undefined);
    const studio = { broadcast: { devices } } as unknown as StudioPage;
    await render(
      <StudioContext value={studio}>
        <DeviceNotices isSending />
      </StudioContext>,
      site.lang,
    );
    await devices.open();
  };
  const button = (name: string) => page.getByRole('button', { name });

  it('names a missing microphone, and opens it when it is plugged in', async () => {
    const desk = new SimulatedDesk([front], { record });
    await open(desk);
    await expect.element(page.getByText(site.noMicrophone)).toBeVisible();
    await expectAccessible();
    desk.plug(headset);
    await expect.element(page.getByText(site.offered)).toBeVisible();
    await button(site.openMicrophone).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(desk.open).toEqual(['front', 'mic']);
  });

  it('asks before another camera is used, and opens the same one when it is back', async () => {
    const desk = new SimulatedDesk(deskDevices, { record });
    await open(desk);
    const camera = desk.unplug('front');
    await expect.element(page.getByText(site.lost)).toBeVisible();
    await expect.element(page.getByText(site.other)).toBeVisible();
    await expect.element(button(site.second)).toBeVisible();
    await expectAccessible();
    desk.plug(camera);
    await expect.element(page.getByText(site.back)).toBeVisible();
    await expect.element(button(site.second)).not.toBeInTheDocument();
    await button(site.open).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(desk.open).toEqual(['mic', 'front']);
  });

  it('says that a camera is kept when the other one does not open', async () => {
    const desk = new SimulatedDesk(deskDevices, { record });
    await open(desk);
    desk.occupy('desk');
    await devices.chooseCamera('desk');
    await expect.element(page.getByText(site.kept)).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('says once that both are refused', async () => {
    const desk = new SimulatedDesk(deskDevices, { record });
    desk.saysYes = false;
    await open(desk);
    await expect.element(page.getByText(site.refused)).toBeVisible();
    expect(page.getByRole('alert').elements()).toHaveLength(1);
  });
});
