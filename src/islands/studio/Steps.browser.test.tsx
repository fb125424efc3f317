import '../../styles/global.css';
import '../../styles/area-utilities.css';
import type { PublisherView, PublishPhase } from '@vonk/media/publisher';
import { atom, map } from 'nanostores';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Audience } from '#contract/studio/live-calls.ts';
import { followLiveState } from '#lib/studio/live/live-state.ts';
import { expectAccessible, leave, ofThisRun, render } from '../testing/render.ts';
import { Band } from './Band.tsx';
import { Cards } from './Stage.tsx';
import { StudioContext, type StudioPage, useLive } from './studio-page.ts';

const sites = [
  {
    lang: 'nl',
    seen: 'LIVE: kijkers die betalen, zien je',
    live: 'Je bent live',
    lost: 'Niemand ziet je: er komt geen beeld aan',
    returning: 'Niemand ziet je: opnieuw verbinden …',
    noPicture: 'Er komt geen beeld van je aan',
    moving: /^De server start opnieuw/,
    waiting: 'Wachten op de server',
    stopping: 'Bezig met stoppen …',
    resume: 'Verder uitzenden',
    end: 'Uitzending stoppen',
    full: /De mediaserver is vol/,
    failed: 'De uitzending is gestopt.',
    retry: 'Opnieuw proberen',
  },
  {
    lang: 'en',
    seen: 'LIVE: viewers who pay see you',
    live: 'You are live',
    lost: 'Nobody sees you: no picture arrives',
    returning: 'Nobody sees you: connecting again …',
    noPicture: 'No picture of you arrives',
    moving: /^The server is restarting/,
    waiting: 'Waiting for the server',
    stopping: 'Stopping …',
    resume: 'Continue broadcasting',
    end: 'End broadcast',
    full: /The media server is full/,
    failed: 'The broadcast has stopped.',
    retry: 'Try again',
  },
] as const;

const paid = (receiving: boolean): Audience => ({
  onlineStatus: 1,
  receiving,
  received: null,
  watching: 2,
  encoderRefused: false,
  vip: null,
});

interface Situation {
  audience: Audience | null;
  phase?: PublishPhase | null;
  trouble?: PublisherView['trouble'];
  isMoving?: boolean;
  isStopping?: boolean;
}

/** A page of the studio whose acts are recorded. */
function aStudio({
  audience,
  phase = null,
  trouble = null,
  isMoving = false,
  isStopping = false,
}: Situation) {
  const room = { $room: map({ status: 1, show: null }), $audience: atom<Audience | null>(audience) };
  const sending = phase && { phase, trouble, sent: null, camera: null, microphone: null };
  const broadcast = {
    $broadcast: map({ state: phase ? 'sending' : 'idle', isMoving, isStopping, countdown: null }),
    $sending: atom(sending as PublisherView | null),
    devices: { $devices: map({ state: 'open', camera: {} }), open: vi.fn() },
    startBroadcast: vi.fn(async () => undefined),
    retry: vi.fn(),
    end: vi.fn(async () => undefined),
  };
  const parts = { room, broadcast } as unknown as Pick<StudioPage, 'room' | 'broadcast'>;
  return { broadcast, studio: { ...parts, $live: followLiveState(parts) } as StudioPage };
}

function Page() {
  return (
    <>
      <Band now={useLive()} sending={null} />
      <Cards />
    </>
  );
}

describe.each(ofThisRun(sites))('the live page ($lang)', (site) => {
  const open = async (situation: Situation) => {
    const { broadcast, studio } = aStudio(situation);
    await render(
      <StudioContext value={studio}>
        <Page />
      </StudioContext>,
      site.lang,
    );
    return broadcast;
  };
  const band = () => document.querySelector('[data-band]')?.textContent ?? '';
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });

  it('says the same in band and heading', async () => {
    const situations: [Situation, string | RegExp, string][] = [
      [{ audience: paid(true), phase: 'live' }, site.seen, site.live],
      [{ audience: paid(true), phase: 'reconnecting' }, site.returning, site.noPicture],
      [{ audience: paid(false) }, site.lost, site.noPicture],
      [{ audience: paid(false), phase: 'reconnecting', isMoving: true }, site.moving, site.waiting],
      [{ audience: null, phase: 'live', isMoving: true }, site.moving, site.waiting],
      [{ audience: paid(true), phase: 'live', isStopping: true }, site.stopping, site.stopping],
    ];
    for (const [situation, text, title] of situations) {
      await open(situation);
      await expect.poll(band).toMatch(text);
      await expect.element(heading(title)).toBeVisible();
      expect(document.querySelectorAll('h2')).toHaveLength(1);
      await expectAccessible();
      leave();
    }
  });

  it('says why it is not back yet, and can be ended meanwhile', async () => {
    const broadcast = await open({ audience: paid(false), phase: 'reconnecting', trouble: 'publish.full' });
    await expect.element(page.getByText(site.full)).toBeVisible();
    await page.getByRole('button', { name: site.end }).click();
    expect(broadcast.end).toHaveBeenCalledOnce();
  });

  it('goes on with open devices at one click, without a rehearsal', async () => {
    const broadcast = await open({ audience: paid(false) });
    await page.getByRole('button', { name: site.resume }).click();
    await expect.poll(() => broadcast.startBroadcast.mock.calls).toHaveLength(1);
    expect(broadcast.devices.open).not.toHaveBeenCalled();
  });

  it('offers another attempt when it has given up', async () => {
    const broadcast = await open({ audience: paid(false), phase: 'failed', trouble: 'publish.full' });
    await expect.element(heading(site.failed)).toBeVisible();
    await page.getByRole('button', { name: site.retry }).click();
    expect(broadcast.retry).toHaveBeenCalledOnce();
  });
});
