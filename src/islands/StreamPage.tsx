import { useStore } from '@nanostores/react';
import { $player, $still } from '@vonk/media/player';
import { lazy, Suspense, useEffect } from 'react';
import { mayShowCamera } from '#contract/chat/cam-back-calls.ts';
import type { OnlineStatus } from '#contract/performers/status.ts';
import { $goesPaid } from '#lib/chat/free-time.ts';
import { $offer, $stream, offerOf, type Stream } from '#lib/chat/offer.ts';
import { $chat, $interrupted, $watchedType } from '#lib/chat/store.ts';
import { $hidesInterface, $tab, toggleInterface } from '#lib/chat/tabs.ts';
import { $device } from '#lib/shell/device.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { ChatPanel } from './chat/room/ChatPanel.tsx';
import { ShowInterface } from './chat/room/InterfaceToggle.tsx';
import { Meter, PinnedMeter } from './chat/session/Meter.tsx';
import { NameBar } from './chat/session/NameBar.tsx';
import { Screen } from './chat/session/Screen.tsx';
import { Stage } from './chat/session/Stage.tsx';
import { Boundary, Late } from './ui/controls/Boundary.tsx';
import { useAlive, useLive } from './ui/controls/hooks.ts';
import { type Elements, MessagesProvider } from './ui/controls/Messages.tsx';
import { useDialogsAhead } from './use-dialogs-ahead.ts';

const loadGoesPaid = () => import('./chat/session/late/GoesPaid.tsx').then((m) => ({ default: m.GoesPaid }));
/** Shown while the connection is up, so it can load on demand; preloaded only for members, who would pay. */
const GoesPaid = lazy(loadGoesPaid);

/** Imported with the first paid chat. */
const loadCamBack = () => import('./chat/cam-back/late/CamBack.tsx');
const CamBackButton = lazy(() => loadCamBack().then((m) => ({ default: m.CamBackButton })));
const CamBackSign = lazy(() => loadCamBack().then((m) => ({ default: m.CamBackSign })));

interface StreamPageProps {
  stream: Stream;
  /** Age and city. */
  about: string;
  profileHref: string;
  locale: string;
  messages: MessageTree;
  /** Whether the brand has VIP shows. */
  hasVip: boolean;
  /** Whether members may show their camera here. */
  camBack: boolean;
  /** Poster and video, which play before hydration. */
  picture?: Elements;
  /** Other live performers. */
  related?: Elements;
  heart?: Elements;
  /** About the performer, what it costs and what is possible: beside the picture until it plays. */
  facts?: Elements;
}

export function StreamPage({
  stream,
  about,
  profileHref,
  locale,
  messages,
  hasVip,
  camBack,
  ...slots
}: StreamPageProps) {
  const { status, offer } = useStream(stream);
  const chat = useLive($chat);
  const player = useLive($player).state.name;
  const hides = useLive($hidesInterface);
  const tab = useLive($tab);
  const goesPaid = useLive($goesPaid);
  const name = stream.username;
  const isInterrupted = useLive($interrupted) !== null;
  const isHeld = useLive($still) !== null;
  const isOn =
    isInterrupted ||
    chat.status === 'watching' ||
    chat.status === 'joining' ||
    (chat.status === 'idle' && offer === 'free');
  const isPlaying = chat.status === 'watching' && (player === 'playing' || player === 'stalled');
  const mayShow = camBack && chat.status === 'watching' && chat.as === 'member' && mayShowCamera(chat.type);
  const hasWatched = useLive($watchedType) !== null;
  const facts = isOn || hasWatched ? undefined : slots.facts;
  useScrollToPicture(chat.status === 'joining');
  useDialogsAhead(mayShow, loadGoesPaid);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <div
        className="stream"
        data-on={isOn || undefined}
        data-before={(chat.status === 'idle' && !isOn) || undefined}
        data-facts={facts ? true : undefined}
        data-hides={hides || undefined}
        data-shows={tab}
      >
        <section
          className="stream-stage isolate flex min-h-0 flex-col text-white [outline:none]"
          aria-label={name}
          tabIndex={-1}
          data-playing={isPlaying || isHeld || undefined}
        >
          <div className="stream-frame relative isolate min-h-0 flex-1 overflow-hidden bg-black">
            <div className="stream-picture absolute inset-0">{slots.picture}</div>
            {isOn && <Tap />}
            <Screen
              isShown={isPlaying}
              name={name}
              more={
                mayShow && (
                  <Late>
                    <CamBackButton name={name} />
                  </Late>
                )
              }
            />
            {goesPaid ? (
              <Suspense>
                <GoesPaid name={name} offer={goesPaid} />
              </Suspense>
            ) : (
              <Stage
                offer={offer}
                name={name}
                profileHref={profileHref}
                related={slots.related}
                canCall={stream.canCall}
                rests={stream.rests}
                prices={stream.prices}
              />
            )}
            <Meter locale={locale} />
            {mayShow && (
              <Late>
                <CamBackSign name={name} />
              </Late>
            )}
          </div>
          <NameBar name={name} about={about} status={status} profileHref={profileHref} heart={slots.heart} />
        </section>
        <div className="stream-panel flex min-h-0 flex-col overflow-hidden">
          <Boundary>
            <ChatPanel name={name} locale={locale} hasVip={hasVip} facts={facts} />
          </Boundary>
        </div>
        {isOn && <ShowInterface />}
      </div>
      <PinnedMeter />
    </MessagesProvider>
  );
}

/** Scrolls to the top on small devices: from a low start button the picture would begin above the screen. */
function useScrollToPicture(isJoining: boolean): void {
  const device = useLive($device);
  useEffect(() => {
    if (isJoining && (device === 'mobile' || device === 'tablet')) window.scrollTo({ top: 0 });
  }, [isJoining, device]);
}

/** A tap on the picture hides the chat and name that cover it; for the keyboard there are buttons. */
function Tap() {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      onClick={toggleInterface}
      className="stream-tap absolute inset-0 cursor-default"
    />
  );
}

/** Server-rendered values until hydration, the stores afterwards. */
function useStream(stream: Stream) {
  const isAlive = useAlive();
  const live = useStore($stream);
  const offer = useStore($offer);
  if (isAlive && live.user === stream.user) return { status: live.onlineStatus, offer };
  const status: OnlineStatus = stream.onlineStatus;
  return { status, offer: offerOf(status, stream.isMember) };
}
