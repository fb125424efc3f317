import { useStore } from '@nanostores/react';
import { Heart, Minus, X } from 'lucide-react';
import { isFavourite } from '#contract/member/favourites.ts';
import { $favourites } from '#lib/member/favourites/favourites.ts';
import { unreadText } from '#lib/messaging/inbox/unread.ts';
import { expandPopup, type Popup } from '#lib/messaging/popups/popups.ts';
import { hook } from '../../../enhance/hooks.ts';
import { useT } from '../../ui/Messages.tsx';
import { Face } from '../Face.tsx';

interface HeadProps {
  /** Of the name, which names the window. */
  id: string;
  popup: Popup;
  unread: number;
  profileHref: string;
  isPhone: boolean;
  onFold: () => void;
  onClose: () => void;
}

/** Avatar, name, heart, minimise and close (platform spec 2). Folded, all of it but the buttons unfolds. */
export function PopupHead({ id, popup, unread, profileHref, isPhone, onFold, onClose }: HeadProps) {
  const t = useT();
  const { other, minimized } = popup;
  const { userid, username: name } = other;
  return (
    <div className="popup-head">
      <Face who={other} />
      <h2 id={id} className="popup-title">
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
          <span className="popup-count">
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
          className="popup-button"
        >
          <Minus aria-hidden className="size-5" />
        </button>
      )}
      <button
        type="button"
        aria-label={t('messenger.close', { name })}
        onClick={onClose}
        className="popup-button"
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}

/** Pressed as every other heart of the page is: src/enhance/registry.ts. */
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
      className="popup-button popup-heart"
    >
      <Heart aria-hidden className="size-5" />
    </button>
  );
}
