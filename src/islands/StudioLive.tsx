import { useStore } from '@nanostores/react';
import { createClock } from '@vonk/media/publisher';
import { Volume2, VolumeX } from 'lucide-react';
import type { ReadableAtom } from 'nanostores';
import { useEffect, useState } from 'react';
import { createSocket } from '#lib/api/socket/socket.ts';
import { log } from '#lib/shell/log.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { followUnread } from '#lib/studio/follow-unread.ts';
import { createAlarm, playAlarm, playTip } from '#lib/studio/live/alarm.ts';
import { createBroadcast } from '#lib/studio/live/broadcast.ts';
import { followLiveState } from '#lib/studio/live/live-state.ts';
import { openStudioRoom } from '#lib/studio/live/room.ts';
import { hostDialogs } from './hosts/studio-hosts.ts';
import { Band } from './studio/Band.tsx';
import { CamBackOffers, CamBackPicture, useCamBacks } from './studio/cam-back/CamBacks.tsx';
import { EncoderCard } from './studio/EncoderDetails.tsx';
import { Earned } from './studio/room/Earned.tsx';
import { RoomChat } from './studio/room/RoomChat.tsx';
import { RoomGoal, RoomRules, RoomTippers } from './studio/room/RoomSettings.tsx';
import { Stage } from './studio/Stage.tsx';
import { StudioContext, type StudioPage, useLive, useStudio } from './studio/studio-page.ts';
import { ToyPanel } from './studio/ToyPanel.tsx';
import { Troubles } from './studio/Troubles.tsx';
import { Moderators, Sanctions, Viewers } from './studio/Viewers.tsx';
import { VipRequests, VipShow } from './studio/VipCards.tsx';
import { type Elements, MessagesProvider, useT } from './ui/controls/Messages.tsx';

interface StudioLiveProps {
  locale: string;
  messages: MessageTree;
  /** Where a performer whose session ended logs in again. */
  loginHref: string;
  /** The narrow page for a dock: chat and acts, without camera. */
  isDock?: boolean;
  /** Whether the brand has toys. */
  hasToys?: boolean;
  /** Whether members may show their camera. */
  hasCamBack?: boolean;
}

interface OpenedPage extends StudioPage {
  readonly $alarm: ReadableAtom<boolean>;
  close(): void;
}

/** Continues with this login what this device tells her; most devices tell nothing. */
function renewNotices(): void {
  if (globalThis.Notification?.permission === 'granted')
    // Without `partFailed`, which reloads the page.
    void import('#lib/studio/notices.ts').then(
      (m) => m.renewStudioBrowser(),
      (error: unknown) => log.warn('Notices could not be renewed', error),
    );
}

/** Opens a page of the studio: its socket, its room and its devices. */
function openPage(loginHref: string): OpenedPage {
  const socket = createSocket({ studio: true });
  const room = openStudioRoom(socket);
  const broadcast = createBroadcast({ room, socket });
  const $live = followLiveState({ room, broadcast });
  renewNotices();
  const alarm = createAlarm($live, { clock: createClock(), play: playAlarm });
  const stops = [
    alarm.close,
    socket.on('session-ended', () => {
      broadcast.close();
      location.assign(loginHref);
    }),
    followUnread(socket),
    hostDialogs(),
  ];
  return {
    socket,
    room,
    broadcast,
    $live,
    $alarm: alarm.$alarm,
    close() {
      for (const stop of stops) stop();
      broadcast.close();
      room.close();
      socket.closeConnection();
    },
  };
}

/** Opening it publishes nothing. */
export function StudioLive({
  locale,
  messages,
  loginHref,
  isDock = false,
  hasToys = false,
  hasCamBack = false,
}: StudioLiveProps) {
  const [page, setPage] = useState<OpenedPage | null>(null);
  useEffect(() => {
    const opened = openPage(loginHref);
    setPage(opened);
    return opened.close;
  }, [loginHref]);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      {page && (
        <StudioContext value={page}>
          <AlarmTitle $alarm={page.$alarm} />
          {isDock ? <Dock /> : <Live hasToys={hasToys} hasCamBack={hasCamBack} />}
        </StudioContext>
      )}
    </MessagesProvider>
  );
}

/** Says in the tab's title that nobody sees the performer, or that she cannot know. */
function AlarmTitle({ $alarm }: { $alarm: ReadableAtom<boolean> }) {
  const t = useT();
  const isAlarm = useStore($alarm);
  const { name } = useLive();
  const text = t(name === 'unknown' ? 'studio.live.alarm.unknown' : 'studio.live.alarm.unseen');
  useEffect(() => {
    if (!isAlarm) return;
    const { title } = document;
    document.title = `\u26a0 ${text} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [isAlarm, text]);
  return null;
}

function Live({ hasToys, hasCamBack }: { hasToys: boolean; hasCamBack: boolean }) {
  const camBacks = useCamBacks(hasCamBack);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div className="grid gap-4">
        <SeenBy>{camBacks && <CamBackOffers view={camBacks} />}</SeenBy>
        <Stage beside={camBacks && <CamBackPicture view={camBacks} />} under={<VipShow />} />
      </div>
      {/* Phones show the room before what is needed less often. */}
      <div className="lg:sticky lg:top-21 lg:row-span-2">
        <Room className="lg:h-[calc(100dvh-10rem)]" listLook="h-80 lg:h-auto lg:flex-1" />
      </div>
      <div className="grid gap-4">
        {hasToys && <ToyPanel />}
        <EncoderCard />
        <VipRequests />
      </div>
    </div>
  );
}

function Dock() {
  return (
    <div className="grid gap-3">
      <SeenBy />
      <Troubles />
      <VipShow />
      <Room className="h-[calc(100dvh-6rem)]" listLook="flex-1" />
      <VipRequests />
    </div>
  );
}

/** Stays in view: who sees the performer, and cameras. */
function SeenBy({ children }: { children?: Elements }) {
  const sending = useStore(useStudio().broadcast.$sending);
  const now = useLive();
  return (
    <div className="sticky top-0 z-10 -mx-1 grid gap-3 bg-page px-1 pt-1 lg:top-(--header-height)">
      <Band now={now} sending={sending} />
      {children}
    </div>
  );
}

/** Sounds for tips; on until switched off on this page. */
function TipSound() {
  const t = useT();
  const { room } = useStudio();
  const [isOn, setOn] = useState(true);
  useEffect(() => (isOn ? room.$tip.listen((tip) => tip && playTip(tip.amount)) : undefined), [isOn, room]);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t('studio.live.room.sound')}
      onClick={() => setOn(!isOn)}
      className="btn btn-quiet size-9 p-0"
    >
      {isOn ? <Volume2 aria-hidden className="size-5" /> : <VolumeX aria-hidden className="size-5" />}
    </button>
  );
}

interface RoomProps {
  className: string;
  /** Height of the messages. */
  listLook: string;
}

function Room({ className, listLook }: RoomProps) {
  const t = useT();
  const { room } = useStudio();
  const { goal, topTippers } = useStore(room.$room);
  return (
    <section
      aria-labelledby="room"
      className={`flex min-h-0 flex-col overflow-hidden rounded-xl border border-line bg-surface ${className}`}
    >
      <div className="flex flex-wrap items-center gap-x-4 border-line border-b px-4 py-2">
        <h2 id="room" className="font-bold text-lg">
          {t('studio.live.room.title')}
        </h2>
        <div className="ml-auto">
          <TipSound />
        </div>
      </div>
      <Earned />
      {goal && <RoomGoal goal={goal} />}
      {topTippers.tippers.length > 0 && <RoomTippers tippers={topTippers.tippers} />}
      <RoomChat listLook={listLook} />
      <div className="max-h-1/2 overflow-y-auto">
        <Viewers />
        <Sanctions />
        <Moderators />
        <RoomRules />
      </div>
    </section>
  );
}
