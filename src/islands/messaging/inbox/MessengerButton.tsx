import { MessageCircle } from 'lucide-react';
import { $session, lacksUsername } from '#lib/member/account/store.ts';
import { unreadText } from '#lib/messaging/inbox/unread.ts';
import { useT } from '../../ui/Messages.tsx';

/** Asks first for a username where there is none but the e-mail address (platform spec 2). */
export function MessengerButton({ href, unread }: { href: string; unread: number }) {
  const t = useT();
  const text = unreadText(unread);
  // What is seen of it is part of the name.
  const told = text === String(unread) ? t('header.unread', { count: unread }) : text;
  const name = [t('header.messages'), told].filter(Boolean).join(', ');
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!lacksUsername($session.get())) return;
        event.preventDefault();
        void import('#lib/member/settings/username-prompt.ts').then(({ withUsername }) =>
          withUsername(() => location.assign(href)),
        );
      }}
      aria-label={name}
      className="btn btn-quiet tip relative w-10 px-0"
    >
      <MessageCircle aria-hidden className="size-5" />
      {text && (
        <span
          aria-hidden
          className="absolute -top-1.5 -right-1.5 min-w-5 rounded-full bg-accent px-1 text-center font-bold text-on-accent text-xs"
        >
          {text}
        </span>
      )}
    </a>
  );
}
