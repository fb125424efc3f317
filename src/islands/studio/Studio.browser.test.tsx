import '../../styles/global.css';
import '../../styles/area-utilities.css';
import type { PublisherView } from '@vonk/media/publisher';
import { atom, computed, map } from 'nanostores';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { noTopTippers } from '#contract/chat/room/tip-menu-calls.ts';
import { toyOff } from '#contract/chat/toy-calls.ts';
import type { Audience } from '#contract/studio/live-calls.ts';
import type { RoomLine } from '#lib/chat/room-lines.ts';
import type { Ended } from '#lib/studio/live/audience.ts';
import { liveState } from '#lib/studio/live/live-state.ts';
import type { RoomView, RoomViewer, StudioRoom } from '#lib/studio/live/room.ts';
import type { IntifaceBridge } from '#lib/studio/toy/intiface-bridge.ts';
import { expectAccessible, leave, ofThisRun, render } from '../testing/render.ts';
import { Band } from './Band.tsx';
import { Receiving } from './devices/Sending.tsx';
import { RoomChat } from './room/RoomChat.tsx';
import { RulesPanel } from './room/RulesPanel.tsx';
import { StudioContext, type StudioPage } from './studio-page.ts';
import { ToyPanel } from './ToyPanel.tsx';
import { Troubles } from './Troubles.tsx';
import { Moderators, Sanctions, Viewers } from './Viewers.tsx';
import { VipRequests, VipShow } from './VipCards.tsx';

const sites = [
  {
    lang: 'nl',
    incidents: {
      encoder: 'Een encoder wilde uitzenden',
      shut: 'De beheerder heeft je kamer gesloten.',
      lost: 'Er kwam een minuut lang geen beeld aan',
      credits: 'Anna kan niet verder betalen',
      expired: 'De aanvraag van Anna is verlopen',
    },
    bySystem: ['Je systeem heeft de microfoon gedempt', 'Je systeem heeft de camera gestopt'],
    unplugged: ['De microfoon is losgekoppeld', 'Je camera is losgekoppeld'],
    earned: '480 credits verdiend',
    day: '1 dag',
    blockOne: 'Blokkeren: Anna',
    nobody: 'Niemand ziet je',
    everybody: 'LIVE: kijkers die betalen, zien je',
    vip: 'VIP: alleen Anna ziet je, en zo nodig onze moderatie',
    some: '2 kijkers zien je nog',
    asking: /Even kijken wie je ziet/,
    unknown: /Geen verbinding met de server/,
    muted: /GELUID UIT/,
    off: /CAMERA UIT/,
    receiving: 'Ontvangt 1280×720 met 30 beelden per seconde, 2,1 Mbit/s',
    receivingBits: 'Ontvangt 2,1 Mbit/s',
    little: 'Ontvangt 1280×720 met 30 beelden per seconde, 0,03 Mbit/s',
    nothing: 'Er komt niets binnen.',
    frozen: /dat bij de server aankomt, staat stil/,
    silent: /De server hoort al 10 seconden niets van je/,
    ask: 'Anna vraagt om een VIP-show',
    pays: 'heeft credits voor 1 minuut of meer',
    unit: '40 credits per 10 seconden',
    viewerPays: 'heeft credits voor 5 minuten of meer',
    accept: 'Accepteren',
    decline: 'Afwijzen',
    say: 'Bericht aan je kamer',
    unsent: 'Niet verstuurd.',
    again: 'Opnieuw versturen',
    tip: 'Anna geeft 250 credits',
    viewers: 'Kijkers (1)',
    mute: '10 minuten dempen: Anna',
    lift: 'Ongedaan maken: Piet',
    sanctions: 'Gedempt en geblokkeerd (1)',
    by: 'door Mod',
    appoint: 'Moderator maken: Anna',
    moderators: 'Moderatoren (1)',
    renew: '30 dagen verlengen: Anna',
    dismiss: 'Ontslaan: Anna',
    mark: 'Anna (moderator)',
    device: 'Getekende toy gebruiken',
    switchOn: 'Toy aanzetten',
    stop: 'STOP (Esc)',
    words: 'Verborgen woorden',
    save: 'Woorden opslaan',
    intiface: 'Verbinden met Intiface',
    absent: /Intiface is niet gevonden/,
    searching: /zoekt apparaten/,
    empty: /geen apparaat dat kan bewegen/,
    search: 'Apparaten zoeken',
    devices: 'Verbonden, bewegen samen: Rose, Wave',
    gone: /Een apparaat is weggevallen. De toy is uit/,
    closed: /De verbinding met Intiface is verbroken/,
  },
  {
    lang: 'en',
    incidents: {
      encoder: 'An encoder wanted to broadcast',
      shut: 'The operator has closed your room.',
      lost: 'No picture arrived for a minute',
      credits: 'Anna cannot pay any longer',
      expired: 'The request of Anna has expired',
    },
    bySystem: ['Your system has muted the microphone', 'Your system has stopped the camera'],
    unplugged: ['The microphone is unplugged', 'Your camera was unplugged'],
    earned: '480 credits earned',
    day: '1 day',
    blockOne: 'Block: Anna',
    nobody: 'Nobody sees you',
    everybody: 'LIVE: viewers who pay see you',
    vip: 'VIP: only Anna sees you, and if needed our moderation',
    some: '2 viewers still see you',
    asking: /Checking who sees you/,
    unknown: /No connection to the server/,
    muted: /MUTED/,
    off: /CAMERA OFF/,
    receiving: 'Receiving 1280×720 at 30 frames a second, 2.1 Mbit/s',
    receivingBits: 'Receiving 2.1 Mbit/s',
    little: 'Receiving 1280×720 at 30 frames a second, 0.03 Mbit/s',
    nothing: 'Nothing is received.',
    frozen: /The picture that reaches the server stands still/,
    silent: /The server has heard nothing of you for 10 seconds/,
    ask: 'Anna asks for a VIP show',
    pays: 'has credits for 1 minute or more',
    unit: '40 credits for each 10 seconds',
    accept: 'Accept',
    decline: 'Decline',
    say: 'Message to your room',
    unsent: 'Not sent.',
    again: 'Send again',
    tip: 'Anna tips 250 credits',
    viewers: 'Viewers (1)',
    mute: 'Mute for 10 minutes: Anna',
    lift: 'Undo: Piet',
    sanctions: 'Muted and blocked (1)',
    by: 'by Mod',
    appoint: 'Make moderator: Anna',
    moderators: 'Moderators (1)',
    renew: 'Renew for 30 days: Anna',
    dismiss: 'Dismiss: Anna',
    mark: 'Anna (moderator)',
    device: 'Use the drawn toy',
    switchOn: 'Switch toy on',
    stop: 'STOP (Esc)',
    words: 'Hidden words',
    save: 'Save words',
    intiface: 'Connect to Intiface',
    absent: /Intiface was not found/,
    searching: /searches for devices/,
    empty: /no device that can move/,
    search: 'Search for devices',
    devices: 'Connected, moving together: Rose, Wave',
    gone: /A device has left. The toy is off/,
    closed: /The connection to Intiface has closed/,
  },
] as const;

const live: Audience = {
  onlineStatus: 1,
  receiving: true,
  watching: 2,
  vip: null,
  encoderRefused: false,
  received: {
    isFrozen: false,
    isSilent: false,
    size: { width: 1280, height: 720 },
    framesPerSecond: 30,
    bitrate: 2_140_000,
  },
};
const seen = (audience: Audience | null | undefined) =>
  liveState({ audience, phase: null, isTaken: false, isMoving: false, isStopping: false, wasOpen: false });
const sending = (change: object = {}): PublisherView => ({
  phase: 'live',
  trouble: null,
  camera: { isMuted: false, isMutedBySystem: false, isUnplugged: false },
  microphone: { isMuted: false, isMutedBySystem: false, isUnplugged: false },
  sent: null,
  notices: { silent: false, talkingWhileMuted: false, cpuLimited: false, frozen: false },
  ...change,
});
const off = { isMuted: true, isMutedBySystem: false, isUnplugged: false };

const line = (seq: number, change: Partial<ChatMessage>): ChatMessage => ({
  id: `${seq}`,
  seq,
  clientId: null,
  messageType: 'member',
  sender: 'Anna',
  message: `line ${seq}`,
  amount: null,
  sentAt: '2026-11-27T12:00:00.000Z',
  ...change,
});

const anna: RoomViewer = {
  session: 's1',
  name: 'Anna',
  memberId: 7,
  note: '',
  isGuest: false,
  isModerator: false,
  type: 'chat',
  paysFrom: 5,
};

/** What happens without an act of the performer. */
interface Incident {
  audience?: Partial<Audience>;
  ended?: Ended | null;
  isShut?: boolean;
}

const deaf = { on: () => () => undefined, onConnection: () => () => undefined };

/** A room whose acts are recorded. */
function aRoom(change: Partial<RoomView> = {}) {
  const done = () => vi.fn(async () => true);
  const acts = {
    sayInRoom: vi.fn(async () => undefined),
    sayAgain: vi.fn(async () => undefined),
    acceptVip: done(),
    declineVip: done(),
    sanctionViewer: done(),
    liftSanction: done(),
    appointModerator: done(),
    renewModerator: done(),
    dismissModerator: done(),
    setRoomWords: done(),
    setToy: done(),
    stopToy: done(),
  };
  const room = {
    ...acts,
    $lines: atom<readonly RoomLine[]>([]),
    $unsent: atom<StudioRoom['$unsent']['value']>([]),
    $earned: atom(null),
    $audience: atom<Audience | null>(null),
    $room: map<RoomView>({
      status: 1,
      viewers: [],
      sanctions: [],
      isShut: false,
      cut: null,
      asks: [],
      show: null,
      waiting: 0,
      rules: { slowSeconds: null, delaySeconds: null, words: ['one'] },
      toy: toyOff,
      goal: null,
      moderators: [],
      topTippers: noTopTippers,
      ...change,
    }),
  };
  return { room, studio: { room, broadcast: {}, socket: deaf } as unknown as StudioPage };
}

/** Intiface without a server, whose devices the test sets. */
function aBridge() {
  const $intiface = map({ isConnected: true, isSearching: true, devices: [] as string[] });
  const listeners = new Set<(why: string) => void>();
  return {
    $intiface,
    $isReady: computed($intiface, ({ devices }) => devices.length > 0),
    search: vi.fn(),
    move: vi.fn(async () => undefined),
    close: vi.fn(),
    onFailed(listener: (why: string) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    fail(why: string) {
      for (const listener of listeners) listener(why);
    },
  };
}

describe.each(ofThisRun(sites))('the studio ($lang)', (site) => {
  const band = () => document.querySelector('[role=status]')?.textContent ?? '';

  it('says who sees the performer', async () => {
    const cases = [
      [{ ...live, onlineStatus: 0, watching: 0 }, site.nobody],
      [live, site.everybody],
      [{ ...live, onlineStatus: 5, vip: 'Anna' }, site.vip],
      [{ ...live, onlineStatus: 9 }, site.some],
      [undefined, site.asking],
      [null, site.unknown],
    ] as const;
    for (const [audience, text] of cases) {
      await render(<Band now={seen(audience)} sending={null} />, site.lang);
      await expect.poll(band).toMatch(text);
      await expectAccessible();
      leave();
    }
  });

  it('has bands for a muted microphone and a camera that is off', async () => {
    await render(<Band now={seen(live)} sending={sending({ microphone: off, camera: off })} />, site.lang);
    await expect.poll(band).toMatch(site.muted);
    await expect.poll(band).toMatch(site.off);
    await expectAccessible();
  });

  it('has bands for what the system has muted, and for devices that are unplugged', async () => {
    const bySystem = { isMuted: false, isMutedBySystem: true, isUnplugged: false };
    const unplugged = { isMuted: true, isMutedBySystem: true, isUnplugged: true };
    for (const [source, texts] of [
      [bySystem, site.bySystem],
      [unplugged, site.unplugged],
    ] as const) {
      await render(
        <Band now={seen(live)} sending={sending({ microphone: source, camera: source })} />,
        site.lang,
      );
      for (const text of texts) await expect.poll(band).toContain(text);
      leave();
    }
  });

  it('shows since when a VIP show runs, its clock, and what it has earned', async () => {
    const unit = { credits: 240, seconds: 60 } as const;
    const show = { request: 'r1', member: 'Anna', startedAt: '2026-11-27T12:00:00.000Z', unit, awayMs: null };
    const { room, studio } = aRoom({ show: { ...show, earned: 480 }, waiting: 2 });
    await render(
      <StudioContext value={studio}>
        <VipShow />
      </StudioContext>,
      site.lang,
    );
    await expect.element(page.getByText(site.earned)).toBeVisible();
    await expect.element(page.getByText('01:03')).not.toBeInTheDocument();
    room.$audience.set({ ...live, vip: 'Anna', vipPaidMs: 63_900 });
    await expect.element(page.getByText(/ 01:03$/)).toBeVisible();
    await expectAccessible();
  });

  /** A page whose media server reports this. */
  const aPage = (
    received: Audience['received'],
    view: PublisherView | null = null,
    { audience = {}, ended = null, isShut = false }: Incident = {},
  ): StudioPage =>
    ({
      room: {
        $audience: atom<Audience | null>({ ...live, received, ...audience }),
        $refusal: atom(null),
        $ended: atom(ended),
        $room: map({ isShut }),
      },
      broadcast: {
        $broadcast: atom({ refusal: null }),
        $sending: atom(view),
        devices: { $devices: atom({ state: 'open', notices: [] }) },
      },
    }) as unknown as StudioPage;
  const good = live.received as NonNullable<Audience['received']>;

  it('says what the media server receives', async () => {
    const cases = [
      [good, site.receiving],
      // Janus tells neither size nor frames.
      [{ ...good, size: null, framesPerSecond: null }, site.receivingBits],
      [{ ...good, bitrate: 34_000 }, site.little],
      [null, site.nothing],
    ] as const;
    for (const [received, text] of cases) {
      await render(
        <StudioContext value={aPage(received)}>
          <Receiving />
        </StudioContext>,
        site.lang,
      );
      await expect.element(page.getByText(text, { exact: true })).toBeVisible();
      leave();
    }
  });

  it('says what the media server notices, but not that she has muted herself', async () => {
    const bad = { ...good, isFrozen: true, isSilent: true };
    await render(
      <StudioContext value={aPage(bad)}>
        <Troubles />
      </StudioContext>,
      site.lang,
    );
    await expect.element(page.getByText(site.frozen)).toBeVisible();
    await expect.element(page.getByText(site.silent)).toBeVisible();
    await expectAccessible();
    leave();
    await render(
      <StudioContext value={aPage(bad, sending({ microphone: off }))}>
        <Troubles />
      </StudioContext>,
      site.lang,
    );
    await expect.element(page.getByText(site.frozen)).toBeVisible();
    await expect.element(page.getByText(site.silent)).not.toBeInTheDocument();
  });

  it.each<[string, Incident]>([
    [site.incidents.encoder, { audience: { encoderRefused: true } }],
    [site.incidents.shut, { isShut: true, ended: { what: 'broadcast', why: 'shut' } }],
    [site.incidents.lost, { ended: { what: 'broadcast', why: 'lost' } }],
    [site.incidents.credits, { ended: { what: 'show', why: 'credits', member: 'Anna' } }],
    [site.incidents.expired, { ended: { what: 'ask', why: 'expired', member: 'Anna' } }],
  ])('tells what happened without her: %s', async (text, incident) => {
    await render(
      <StudioContext value={aPage(good, null, incident)}>
        <Troubles />
      </StudioContext>,
      site.lang,
    );
    await expect.element(page.getByRole('alert').getByText(new RegExp(`^${text}`))).toBeVisible();
    await expectAccessible();
  });

  it('shows a VIP request with what its member can pay, and answers it', async () => {
    const unit = { credits: 40, seconds: 10 } as const;
    const ask = { request: 'r1', member: 'Anna', paysFrom: 1, unit, state: 'pending', reason: null } as const;
    const { room, studio } = aRoom({
      asks: [{ ...ask, leftMs: 0, awayMs: null, until: Date.now() + 120_000 }],
    });
    await render(
      <StudioContext value={studio}>
        <VipRequests />
      </StudioContext>,
      site.lang,
    );
    const region = page.getByRole('region', { name: site.ask });
    await expect.element(region).toBeVisible();
    await expect.element(page.getByText(site.pays)).toBeVisible();
    await expect.element(page.getByText(site.unit)).toBeVisible();
    // At the end of the window, not of the page: nothing moves.
    expect(region.element().getBoundingClientRect().bottom).toBeGreaterThan(innerHeight - 40);
    await expectAccessible();
    await page.getByRole('button', { name: site.accept }).click();
    expect(room.acceptVip).toHaveBeenCalledExactlyOnceWith('r1');
    await page.getByRole('button', { name: site.decline }).click();
    expect(room.declineVip).toHaveBeenCalledExactlyOnceWith('r1');
  });

  it('shows tips in the chat, sends by Enter, and offers a message that failed again', async () => {
    const { room, studio } = aRoom();
    room.$lines.set([line(1, { messageType: 'tip', amount: 250, message: 'For you' }), line(2, {})]);
    room.$unsent.set([{ clientId: 'c1', text: 'Hello', failed: 'UNAVAILABLE' }]);
    await render(
      <StudioContext value={studio}>
        <RoomChat listLook="h-80" />
      </StudioContext>,
      site.lang,
    );
    await expect.element(page.getByText(site.tip)).toBeVisible();
    await expect.element(page.getByText(site.unsent)).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: site.again }).click();
    expect(room.sayAgain).toHaveBeenCalledExactlyOnceWith('c1');
    const field = page.getByRole('textbox', { name: site.say });
    await field.fill('Thank you');
    await userEvent.keyboard('{Enter}');
    expect(room.sayInRoom).toHaveBeenCalledExactlyOnceWith('Thank you');
    await expect.element(field).toHaveValue('');
    await field.fill('x'.repeat(251));
    await userEvent.keyboard('{Enter}');
    expect(room.sayInRoom).toHaveBeenCalledOnce();
    await expect.element(field).toHaveValue('x'.repeat(251));
  });

  it('mutes a viewer and undoes a sanction', async () => {
    const { room, studio } = aRoom({
      viewers: [anna],
      sanctions: [{ id: 7, kind: 'block', name: 'Piet', reason: '', since: '', until: null, by: 'Mod' }],
    });
    await render(
      <StudioContext value={studio}>
        <Viewers />
        <Sanctions />
      </StudioContext>,
      site.lang,
    );
    await page.getByText(site.viewers).click();
    await page.getByText('Anna').click();
    await page.getByRole('button', { name: site.mute }).click();
    expect(room.sanctionViewer).toHaveBeenCalledExactlyOnceWith({ session: 's1' }, 'mute', undefined);
    await page.getByRole('combobox').selectOptions(site.day);
    await page.getByRole('button', { name: site.blockOne }).click();
    expect(room.sanctionViewer).toHaveBeenLastCalledWith({ session: 's1' }, 'block', 1440);
    await page.getByText(site.sanctions).click();
    await expect.element(page.getByText(site.by)).toBeVisible();
    await page.getByRole('button', { name: site.lift }).click();
    expect(room.liftSanction).toHaveBeenCalledExactlyOnceWith(7);
    await expectAccessible();
  });

  it('appoints a moderator from the viewers and from the chat, marks, renews and dismisses one', async () => {
    const { room, studio } = aRoom({ viewers: [anna] });
    room.$lines.set([line(1, {})]);
    await render(
      <StudioContext value={studio}>
        <RoomChat listLook="h-80" />
        <Viewers />
        <Moderators />
      </StudioContext>,
      site.lang,
    );
    const name = page.getByRole('button', { name: 'Anna', exact: true });
    await name.click();
    await page.getByRole('button', { name: site.appoint }).click();
    expect(room.appointModerator).toHaveBeenLastCalledWith({ name: 'Anna' });
    await name.click();
    await page.getByText(site.viewers).click();
    await page.getByText('Anna').last().click();
    await page.getByRole('button', { name: site.appoint }).click();
    expect(room.appointModerator).toHaveBeenLastCalledWith({ session: 's1' });
    const until = '2026-12-27T12:00:00.000Z';
    room.$room.setKey('moderators', [{ id: 3, name: 'Anna', since: '', until }]);
    room.$room.setKey('viewers', [{ ...anna, isModerator: true }]);
    await expect.poll(() => document.querySelector('[role=log]')?.textContent).toContain(site.mark);
    await expect.element(page.getByRole('button', { name: site.appoint })).not.toBeInTheDocument();
    await page.getByText(site.moderators).click();
    await page.getByRole('button', { name: site.renew }).click();
    expect(room.renewModerator).toHaveBeenCalledExactlyOnceWith(3);
    await page.getByRole('button', { name: site.dismiss }).click();
    expect(room.dismissModerator).toHaveBeenCalledExactlyOnceWith(3);
    await expectAccessible();
  });

  it('switches the toy on with its ceiling, and stops it by button and by Escape', async () => {
    const { room, studio } = aRoom();
    await render(
      <StudioContext value={studio}>
        <ToyPanel />
      </StudioContext>,
      site.lang,
    );
    await page.getByRole('button', { name: site.device }).click();
    await page.getByRole('slider').fill('40');
    await page.getByRole('button', { name: site.switchOn }).click();
    expect(room.setToy).toHaveBeenCalledExactlyOnceWith(true, 40);
    await userEvent.keyboard('{Escape}');
    expect(room.stopToy).not.toHaveBeenCalled();
    room.$room.setKey('toy', { ...toyOff, active: true, ceiling: 40 });
    await page.getByRole('button', { name: site.stop }).click();
    await userEvent.keyboard('{Escape}');
    expect(room.stopToy).toHaveBeenCalledTimes(2);
    await expectAccessible();
  });

  it('uses the devices of Intiface, and says in words what is missing', async () => {
    const { room, studio } = aRoom();
    const connectIntiface = vi.fn<() => Promise<IntifaceBridge>>();
    const bridge = aBridge();
    await render(
      <StudioContext value={studio}>
        <ToyPanel connectIntiface={connectIntiface} />
      </StudioContext>,
      site.lang,
    );
    const connect = page.getByRole('button', { name: site.intiface });
    connectIntiface.mockRejectedValueOnce(new Error('absent')).mockResolvedValue(bridge);
    await connect.click();
    await expect.element(page.getByText(site.absent)).toBeVisible();
    await expectAccessible();
    await connect.click();
    await expect.element(page.getByText(site.searching)).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    const switchOn = page.getByRole('button', { name: site.switchOn });
    await expect.element(switchOn).not.toBeInTheDocument();
    bridge.$intiface.setKey('isSearching', false);
    await expect.element(page.getByText(site.empty)).toBeVisible();
    await page.getByRole('button', { name: site.search }).click();
    expect(bridge.search).toHaveBeenCalledOnce();
    bridge.$intiface.setKey('devices', ['Rose', 'Wave']);
    await expect.element(page.getByText(site.devices)).toBeVisible();
    await switchOn.click();
    expect(room.setToy).toHaveBeenCalledOnce();
    await expectAccessible();
    bridge.$intiface.setKey('devices', ['Wave']);
    bridge.fail('gone');
    await expect.element(page.getByText(site.gone)).toBeVisible();
    expect(bridge.move).toHaveBeenLastCalledWith(0);
    bridge.$intiface.set({ isConnected: false, isSearching: false, devices: [] });
    bridge.fail('closed');
    await expect.element(page.getByText(site.closed)).toBeVisible();
    await expect.element(switchOn).not.toBeInTheDocument();
    await connect.click();
    await expect.poll(() => bridge.close).toHaveBeenCalled();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('keeps hidden words that are refused, and stores the others', async () => {
    const { room, studio } = aRoom();
    await render(<RulesPanel room={studio.room} />, site.lang);
    const field = page.getByRole('textbox', { name: site.words });
    await expect.element(field).toHaveValue('one');
    await field.fill('one\nx');
    await page.getByRole('button', { name: site.save }).click();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    expect(room.setRoomWords).not.toHaveBeenCalled();
    await field.fill('one\n\n two ');
    await page.getByRole('button', { name: site.save }).click();
    expect(room.setRoomWords).toHaveBeenCalledExactlyOnceWith(['one', 'two']);
    await expectAccessible();
  });
});
