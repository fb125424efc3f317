import { useCallback, useMemo } from 'react';
import type { Member } from '#contract/member/account/account-calls.ts';
import { routes } from '#contract/site/routes.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { currentMember } from '#lib/member/account/current-member.ts';
import { openMessenger } from '#lib/messaging/messenger.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { createLink } from '#lib/site/links/link.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { type FirstMessages, Messenger, type MessengerPages } from './messaging/Messenger.tsx';
import { MessagesProvider, useT } from './ui/controls/Messages.tsx';

interface MessengerProps extends FirstMessages {
  member: Member;
  affiliate: Affiliate;
}

export function MessengerPage({ messages, ...page }: MessengerProps & { messages: MessageTree }) {
  return (
    <MessagesProvider messages={messages} locale={page.locale}>
      <MemberMessenger {...page} />
    </MessagesProvider>
  );
}

function MemberMessenger({ member, affiliate, ...first }: MessengerProps) {
  const title = useT()('messenger.name');
  const { list, conversation, locale } = first;
  const pages = useMemo((): MessengerPages => {
    const link = createLink(locale, affiliate);
    return {
      link,
      title,
      list: routes.messenger,
      pageOf: routes.conversation,
      outHref: link(routes.home),
      keyOf: ({ other }) => other.username,
      newPageOf: ({ userid, username }) =>
        link(routes.newConversation, { modelId: String(userid), model: username }),
      profileOf: ({ username }) => link(routes.profile(username)),
    };
  }, [locale, affiliate, title]);
  const open = useCallback(() => {
    currentMember.setMember({ ...member, credits: $wallet.get().credits ?? member.credits });
    return openMessenger(list, conversation);
  }, [member, list, conversation]);
  return <Messenger {...first} pages={pages} open={open} />;
}
