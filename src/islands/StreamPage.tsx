import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { autoplay } from '#lib/chat/autoplay.ts';
import { $offer, type Offer, offerOf, openStream, type Stream } from '#lib/chat/offer.ts';
import { $hidesInterface } from '#lib/chat/tabs.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { ChatPanel } from './chat/ChatPanel.tsx';
import { ShowInterface } from './chat/InterfaceToggle.tsx';
import { Meter } from './chat/Meter.tsx';
import { Screen } from './chat/Screen.tsx';
import { Stage } from './chat/Stage.tsx';
import { MessagesProvider } from './ui/Messages.tsx';

interface StreamPageProps {
  stream: Stream;
  locale: string;
  messages: MessageTree;
  /** The poster, drawn before anything plays. */
  children?: ReactNode;
}

/** Everything that lives on a stream page: picture, price, and the tabs beside or over it. */
export function StreamPage({ stream, locale, messages, children }: StreamPageProps) {
  const offer = useOffer(stream);
  const hides = useStore($hidesInterface);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <div className="stream">
        <section className="stream-stage" aria-label={stream.username}>
          {children}
          <Screen />
          <Stage offer={offer} name={stream.username} />
          <Meter locale={locale} />
        </section>
        <div className={`stream-panel ${hides ? 'max-lg:hidden' : ''}`}>
          <ChatPanel name={stream.username} locale={locale} />
        </div>
        <ShowInterface />
      </div>
    </MessagesProvider>
  );
}

/** What is offered now. The first picture of the page is what the server has drawn; the stores take over after it. */
function useOffer(stream: Stream): Offer {
  const [isOpen, setOpen] = useState(false);
  const live = useStore($offer);
  useEffect(() => {
    const close = openStream(stream);
    const stop = autoplay();
    setOpen(true);
    return () => {
      stop();
      close();
    };
  }, [stream]);
  return isOpen ? live : offerOf(stream.onlineStatus, stream.isMember);
}
