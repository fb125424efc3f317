import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../../styles/global.css';
import '../../../styles/area-utilities.css';
import type { PlayerAgent } from '@vonk/media/player';
import type { StudioPushes } from '#contract/studio/events.ts';
import { expectAccessible, ofThisRun, render } from '../../testing/render.ts';
import { StudioContext, type StudioPage } from '../studio-page.ts';
import { CamBackOffers, CamBackPicture, useCamBacks } from './CamBacks.tsx';

const sites = [
  {
    lang: 'nl',
    connecting: 'Anna verbindt een camera …',
    watchAnna: 'Kijken naar de camera van Anna',
    watchPiet: 'Kijken naar de camera van Piet',
    hidePiet: 'Niet meer kijken naar de camera van Piet',
    endPiet: 'Camera van Piet beëindigen',
    endAnna: 'Camera van Anna beëindigen',
    anna: 'Camera van Anna',
    piet: 'Camera van Piet',
    waiting: 'Wachten op het beeld …',
    sound: 'Geluid',
    failed: 'Deze camera is nu niet te zien.',
    again: 'Opnieuw proberen',
    none: 'Niemand laat je een camera zien.',
  },
  {
    lang: 'en',
    connecting: 'Anna is connecting a camera …',
    watchAnna: 'Watch the camera of Anna',
    watchPiet: 'Watch the camera of Piet',
    hidePiet: 'Stop watching the camera of Piet',
    endPiet: 'End the camera of Piet',
    endAnna: 'End the camera of Anna',
    anna: 'Camera of Anna',
    piet: 'Camera of Piet',
    waiting: 'Waiting for the picture …',
    sound: 'Sound',
    failed: 'This camera cannot be seen now.',
    again: 'Try again',
    none: 'Nobody shows you a camera.',
  },
] as const;

type Push = StudioPushes['studio-cam-back'];

/** A server whose cameras the test sets, and the operator's own player, which plays at once. */
function openStudio() {
  const studio = {
    cameras: [] as Omit<Push, 'session'>[],
    /** Calls about single cameras. */
    calls: [] as string[],
    /** What the players were told. */
    heard: [] as string[],
    isDown: false,
  };
  const create = (_: unknown, parts: { onChange(view: object): void }): PlayerAgent => ({
    view: { state: { name: 'idle' }, needsUnmute: true },
    start: () => parts.onChange({ state: { name: 'playing' }, needsUnmute: true }),
    stop: (reason) => void studio.heard.push(reason),
    setMuted: (muted) => void studio.heard.push(muted ? 'muted' : 'sound'),
    stats: () => ({ framesDecoded: 0, packetsLost: 0, stalledMs: 0, firstFrameAt: null }),
  });
  vi.stubGlobal('nanowebrtc', { create });
  vi.stubGlobal('fetch', async (target: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(target instanceof Request ? target.url : target, location.href);
    if (pathname === '/api/studio/cam-back')
      return Response.json({
        cameras: studio.cameras.map((one) => ({ ...withSession(one), publishing: true })),
      });
    studio.calls.push(pathname.replace('/api/studio/cam-back/', ''));
    if (studio.isDown) return Response.json({ label: 'badRequest.media.unavailable' }, { status: 503 });
    if (init?.method === 'POST') return Response.json({ ended: true });
    return Response.json({ agent: 'nano', streamname: 'back', token: 't' });
  });
  return studio;
}
afterEach(() => vi.unstubAllGlobals());

const withSession = (camera: Omit<Push, 'session'>): Push => ({
  ...camera,
  session: camera.sender.toLowerCase(),
});

function Cameras() {
  const view = useCamBacks(true);
  return (
    view && (
      <>
        <CamBackOffers view={view} />
        <CamBackPicture view={view} />
      </>
    )
  );
}

describe.each(ofThisRun(sites))('the cameras of viewers ($lang)', (site) => {
  const button = (name: string) => page.getByRole('button', { name });
  const picture = (name: string) => page.getByRole('region', { name, exact: true });

  async function show(...senders: string[]) {
    const studio = openStudio();
    studio.cameras = senders.map((sender) => ({ sender, state: 'started' }));
    let receive: (push: Push) => void = () => undefined;
    const on = (_: string, handler: typeof receive) => {
      receive = handler;
      return () => undefined;
    };
    const socket = { on, onConnection: () => () => undefined };
    await render(
      <StudioContext value={{ socket } as unknown as StudioPage}>
        <Cameras />
      </StudioContext>,
      site.lang,
    );
    /** What a member's page does with the camera. */
    const push = (sender: string, state: Push['state']) => {
      const others = studio.cameras.filter((camera) => camera.sender !== sender);
      studio.cameras = state === 'stopped' ? others : [...others, { sender, state }];
      receive(withSession({ sender, state }));
    };
    return { ...studio, studio, push };
  }

  it('plays one on request, without sound, and switches to another', async () => {
    const { calls, heard, push } = await show('Piet');
    await expect.element(button(site.watchPiet)).toBeVisible();
    push('Anna', 'loading');
    await expect.element(page.getByText(site.connecting, { exact: true })).toBeVisible();
    await expect.element(button(site.watchAnna)).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    await expectAccessible();

    await button(site.watchPiet).click();
    await expect.element(picture(site.piet)).toBeVisible();
    await expect.element(button(site.hidePiet)).toHaveFocus();
    await expect.element(page.getByText(site.waiting)).not.toBeInTheDocument();
    expect(calls).toEqual(['piet']);
    expect(heard).toEqual([]);
    await button(site.sound).click();
    await button(site.sound).click();
    expect(heard).toEqual(['sound', 'muted']);
    await expectAccessible();

    push('Anna', 'started');
    await button(site.watchAnna).click();
    await expect.element(picture(site.anna)).toBeVisible();
    await expect.element(picture(site.piet)).not.toBeInTheDocument();
    await expect.element(button(site.watchPiet)).toBeVisible();
    expect(heard.at(-1)).toBe('left');
  });

  it('stops playing on request and with the camera, and plays it again only on request', async () => {
    const { heard, push } = await show('Piet');
    await button(site.watchPiet).click();
    await button(site.hidePiet).click();
    await expect.element(button(site.watchPiet)).toHaveFocus();
    await button(site.watchPiet).click();
    await expect.element(picture(site.piet)).toBeVisible();
    push('Piet', 'stopped');
    await expect.element(picture(site.piet)).not.toBeInTheDocument();
    await expect.element(page.getByText(site.none)).toBeInTheDocument();
    expect(heard).toEqual(['left', 'left']);
    push('Piet', 'started');
    await expect.element(button(site.watchPiet)).toBeVisible();
    await expect.element(picture(site.piet)).not.toBeInTheDocument();
  });

  it('ends a camera, which is being played or not', async () => {
    const { calls, studio } = await show('Anna', 'Piet');
    await button(site.watchPiet).click();
    await expect.element(picture(site.piet)).toBeVisible();
    studio.cameras = [{ sender: 'Anna', state: 'started' }];
    await button(site.endPiet).click();
    await expect.element(picture(site.piet)).not.toBeInTheDocument();
    studio.cameras = [];
    await button(site.endAnna).click();
    await expect.element(button(site.watchAnna)).not.toBeInTheDocument();
    expect(calls).toEqual(['piet', 'piet/end', 'anna/end']);
  });

  it('says that a camera cannot be seen, and tries again', async () => {
    const { studio } = await show('Piet');
    studio.isDown = true;
    await button(site.watchPiet).click();
    await expect.element(page.getByText(site.failed)).toBeVisible();
    await expectAccessible();
    studio.isDown = false;
    await button(site.again).click();
    await expect.element(page.getByText(site.failed)).not.toBeInTheDocument();
    expect(studio.calls).toEqual(['piet', 'piet']);
  });
});
