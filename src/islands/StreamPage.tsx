import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { OnlineStatus } from '#contract/performers/status.ts';
import { $hidesInterface } from '#lib/chat/room/tabs.ts';
import { $offer, $stream, offerOf, type Stream } from '#lib/chat/session/offer.ts';
import { $chat } from '#lib/chat/session/store.ts';
import { $player } from '#lib/player/store.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { ChatPanel } from './chat/room/ChatPanel.tsx';
import { ShowInterface } from './chat/room/InterfaceToggle.tsx';
import { Meter } from './chat/session/Meter.tsx';
import { NameBar } from './chat/session/NameBar.tsx';
import { Screen } from './chat/session/PlayerControls.tsx';
import { Stage } from './chat/session/Stage.tsx';
import { useLive } from './chat/session/use-live.ts';
import { MessagesProvider } from './ui/Messages.tsx';
import { useAlive } from './ui/use-alive.ts';

interface StreamPageProps {
  stream: Stream;
  /** Age and city. */
  about: string;
  profileHref: string;
  locale: string;
  messages: MessageTree;
  /** Poster and video, which play before hydration. */
  picture?: ReactNode;
  /** Other live performers. */
  related?: ReactNode;
  heart?: ReactNode;
}

export function StreamPage({
  stream,
  about,
  profileHref,
  locale,
  messages,
  picture,
  related,
  heart,
}: StreamPageProps) {
  const { status, offer } = useStream(stream);
  const chat = useLive($chat);
  const player = useLive($player).state.name;
  const hides = useLive($hidesInterface);
  const name = stream.username;
  const isOn =
    chat.status === 'watching' || chat.status === 'joining' || (chat.status === 'idle' && offer === 'free');
  const isPlaying = chat.status === 'watching' && (player === 'playing' || player === 'stalled');
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <div className="stream" data-on={isOn || undefined} data-hides={hides || undefined}>
        <section
          className="stream-stage"
          aria-label={name}
          tabIndex={-1}
          data-playing={isPlaying || undefined}
        >
          <div className="stream-picture">{picture}</div>
          <Screen isShown={isPlaying} />
          <Stage offer={offer} name={name} profileHref={profileHref} related={related} />
          <Meter locale={locale} />
        </section>
        <div className="stream-panel">
          <ChatPanel name={name} locale={locale} />
        </div>
        {isOn && <ShowInterface />}
      </div>
      <NameBar name={name} about={about} status={status} profileHref={profileHref} heart={heart} />
    </MessagesProvider>
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
