import { useCallback, useMemo } from 'react';
import { routes } from '#contract/site/routes.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { createLink } from '#lib/site/links/link.ts';
import { openStudioMessages } from '#lib/studio/messages.ts';
import { hostDialogs } from './hosts/studio-hosts.ts';
import { type FirstMessages, Messenger, type MessengerPages } from './messaging/Messenger.tsx';
import { SideContext } from './messaging/reader.ts';
import { MemberNote } from './studio/MemberNote.tsx';
import { MessagesProvider, useT } from './ui/controls/Messages.tsx';

interface StudioMessagesProps extends FirstMessages {
  /** The performer's name. */
  username: string;
  /** Where a performer whose session ended logs in again. */
  loginHref: string;
}

/** A performer's conversations with members. */
export function StudioMessages({ messages, ...page }: StudioMessagesProps & { messages: MessageTree }) {
  return (
    <MessagesProvider messages={messages} locale={page.locale}>
      <SideContext value="performer">
        <PerformerMessenger {...page} />
      </SideContext>
    </MessagesProvider>
  );
}

function PerformerMessenger({ username, loginHref, ...first }: StudioMessagesProps) {
  const t = useT();
  const title = `${t('studio.nav.messages')} · ${t('studio.name')}`;
  const { list, conversation, locale } = first;
  const pages = useMemo(
    (): MessengerPages => ({
      title,
      link: createLink(locale, {}),
      list: routes.studioMessages,
      pageOf: routes.studioConversation,
      keyOf: ({ id }) => String(id),
      newPageOf: null,
      profileOf: null,
      aboutOf: ({ userid, username: name }) => (
        <div className="border-line border-b px-4 py-1">
          <MemberNote key={userid} memberId={userid} name={name} />
        </div>
      ),
      outHref: null,
    }),
    [locale, title],
  );
  const open = useCallback(() => {
    const onSessionEnded = () => location.assign(loginHref);
    const stops = [openStudioMessages({ username, list, conversation, onSessionEnded }), hostDialogs()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [username, loginHref, list, conversation]);
  return <Messenger {...first} pages={pages} open={open} />;
}
