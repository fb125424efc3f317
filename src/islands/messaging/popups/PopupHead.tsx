import { useStore } from '@nanostores/react';
import { Heart, Minus, X } from 'lucide-react';
import { isFavourite } from '#contract/member/account/favourites-calls.ts';
import { $favourites } from '#lib/member/favourites/favourites.ts';
import { expandPopup, type Popup } from '#lib/messaging/popups/popups.ts';
import { hook } from '#lib/shell/start/hooks.ts';
import { unreadText } from '#lib/shell/unread.ts';
import { useT } from '../../ui/controls/Messages.tsx';
import { Face } from '../Face.tsx';

interface HeadProps {
  /** Id of the name, which labels the window. */
  id: string;
  popup: Popup;
  unread: number;
  profileHref: string;
  isPhone: boolean;
  onFold: () => void;
  onClose: () => void;
}

const look =
  'relative z-1 grid size-10 flex-none place-items-center rounded-[999px] text-ink-soft hover:bg-sunken hover:text-ink';

/** Avatar, name, heart, minimise and close (platform spec 2). If folded, a click outside its buttons unfolds it. */
export function PopupHead({ id, popup, unread, profileHref, isPhone, onFold, onClose }: HeadProps) {
  const t = useT();
  const { other, minimized } = popup;
  const { userid, username: name } = other;
  return (
    <div
      className={`relative flex min-h-14 flex-none items-center gap-2 p-1 pl-2 ${minimized ? '' : 'border-b border-b-line'}`}
    >
      <Face who={other} />
      <h2 id={id} className="min-w-0 flex-1">
        {minimized ? (
          <button
            type="button"
            aria-expanded={false}
            onClick={() => expandPopup(userid)}
            className="popup-name popup-unfold"
          >
            <bdi>{name}</bdi>
          </button>
        ) : (
          <a href={profileHref} title={t('messenger.profile', { name })} className="popup-name">
            <bdi>{name}</bdi>
          </a>
        )}
      </h2>
      <span role="status" className="contents">
        {unread > 0 && (
          <span className="min-w-6 rounded-[999px] bg-accent px-1.5 text-center font-bold text-[0.8125rem] text-on-accent leading-6">
            <span aria-hidden>{unreadText(unread)}</span>
            <span className="sr-only">{t('messenger.unread', { count: unread })}</span>
          </span>
        )}
      </span>
      {!minimized && <OwnHeart userid={userid} name={name} />}
      {!minimized && !isPhone && (
        <button
          type="button"
          aria-label={t('messenger.minimise', { name })}
          onClick={onFold}
          className={look}
        >
          <Minus aria-hidden className="size-5" />
        </button>
      )}
      <button type="button" aria-label={t('messenger.close', { name })} onClick={onClose} className={look}>
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}

/** Handled like any other heart of the page: src/enhance/registry.ts. */
function OwnHeart({ userid, name }: { userid: number; name: string }) {
  const t = useT();
  const isOn = isFavourite(useStore($favourites) ?? [], userid);
  return (
    <button
      type="button"
      {...hook('favourite', userid)}
      {...hook('name', name)}
      aria-pressed={isOn}
      aria-label={t('heart.label', { name })}
      className={`${look} aria-pressed:text-accent-ink`}
    >
      <Heart aria-hidden className="size-5 in-aria-pressed:fill-current" />
    </button>
  );
}
