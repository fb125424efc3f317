import { MessageCircle } from 'lucide-react';
import { unreadText } from '#lib/messaging/inbox/unread.ts';
import { useT } from '../../ui/Messages.tsx';

export function MessengerButton({ unread }: { unread: number }) {
  const t = useT();
  const text = unreadText(unread);
  return (
    <a href="/messenger" aria-label={t('header.messages')} className="btn btn-quiet tip w-10 px-0">
      <MessageCircle aria-hidden className="size-5" />
      {text && (
        <span className="absolute -top-1.5 -right-1.5 min-w-5 rounded-full bg-accent px-1 text-center font-bold text-on-accent text-xs">
          <span aria-hidden>{text}</span>
          <span className="sr-only">{t('header.unread', { count: unread })}</span>
        </span>
      )}
    </a>
  );
}
