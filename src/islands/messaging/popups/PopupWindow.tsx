import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { routes } from '#contract/site/routes.ts';
import { openConversation, openingState } from '#lib/messaging/conversation/conversation.ts';
import {
  $focusRequest,
  adoptPopup,
  closePopup,
  focusDone,
  holdPopup,
  minimizePopup,
  type Popup,
} from '#lib/messaging/popups/popups.ts';
import { $device, isInputMethodKey } from '#lib/shell/device.ts';
import type { Link } from '#lib/site/links/link.ts';
import type {
  ConversationState,
  OpenConversation,
} from '../../../lib/messaging/opened/open-conversations.ts';
import { PinnedPlace } from '../../ui/PinnedPlace.tsx';
import { Editor } from '../conversation/Editor.tsx';
import { Lane } from '../conversation/Lane.tsx';
import { PopupHead } from './PopupHead.tsx';

interface WindowProps {
  popup: Popup;
  unread: number;
  link: Link;
}

/** A conversation in the corner, or folded to its header. */
export function PopupWindow({ popup, unread, link }: WindowProps) {
  const { other, minimized } = popup;
  const { userid } = other;
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  const isPhone = useStore($device) !== 'desktop';
  const { state, conversation } = useConversation(popup);
  useSeen(frame, conversation, userid);
  useFocusRequest(frame, userid);
  const fold = () => {
    minimizePopup(userid);
    // The focused element is removed with the conversation.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('.popup-name')?.focus());
  };
  const close = () => {
    const next = frame.current?.nextElementSibling ?? frame.current?.previousElementSibling;
    const hadFocus = frame.current?.contains(document.activeElement);
    closePopup(userid);
    const place =
      next?.querySelector<HTMLElement>('.popup-name') ?? document.querySelector<HTMLElement>('main');
    if (hadFocus) place?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isInputMethodKey(event.nativeEvent) || minimized) return;
    // Escape closes the innermost open element first.
    if (frame.current?.querySelector(':popover-open')) return;
    if (isPhone) close();
    else fold();
  };
  return (
    <section
      ref={frame}
      aria-labelledby={id}
      data-popup={userid}
      data-minimized={minimized || undefined}
      data-unread={unread > 0 || undefined}
      onKeyDown={onKeyDown}
      className="popup"
    >
      {/* On a phone it covers a stream's picture. */}
      {!minimized && isPhone && <PinnedPlace />}
      <PopupHead
        id={id}
        popup={popup}
        unread={unread}
        profileHref={link(routes.profile(other.username))}
        isPhone={isPhone}
        onFold={fold}
        onClose={close}
      />
      {!minimized && (
        <>
          <Lane state={state} conversation={conversation} />
          <Editor conversation={conversation} />
        </>
      )}
    </section>
  );
}

/** The conversation is open while its messages are shown. */
function useConversation({ other, conversation: id, minimized }: Popup) {
  const [conversation, setConversation] = useState<OpenConversation | null>(null);
  const [opening] = useState(() => atom<ConversationState>(openingState({ other, id })));
  const { userid } = other;
  const latest = useRef({ other, id });
  latest.current = { other, id };
  useEffect(() => {
    if (minimized) return;
    const opened = openConversation(latest.current);
    setConversation(opened);
    const stop = opened.$state.listen(({ id: adopted }) => {
      if (adopted !== null && adopted !== latest.current.id) adoptPopup(userid, adopted);
    });
    return () => {
      stop();
      opened.close();
      setConversation(null);
    };
  }, [minimized, userid]);
  // Created elsewhere: by the first message on another device.
  useEffect(() => {
    if (id !== null) conversation?.adopt(id);
  }, [conversation, id]);
  const state = useStore<typeof opening>((conversation?.$state ?? opening) as typeof opening);
  return { state, conversation };
}

/** Messages count as read while the pop-up has the focus and the page is visible (platform spec 4). */
function useSeen(
  frame: { readonly current: HTMLElement | null },
  conversation: OpenConversation | null,
  userid: number,
): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const isIn = element.contains(document.activeElement);
      holdPopup(userid, isIn);
      conversation?.see(isIn && document.visibilityState === 'visible');
    };
    // During `focusout` the element still has the focus, so this runs afterwards.
    const later = () => queueMicrotask(look);
    look();
    element.addEventListener('focusin', look);
    element.addEventListener('focusout', later);
    document.addEventListener('visibilitychange', look);
    return () => {
      element.removeEventListener('focusin', look);
      element.removeEventListener('focusout', later);
      document.removeEventListener('visibilitychange', look);
      holdPopup(userid, false);
      conversation?.see(false);
    };
  }, [frame, conversation, userid]);
}

/** Focuses a pop-up opened by the member: its field, or on a phone its name, so that no keyboard opens. */
function useFocusRequest(frame: { readonly current: HTMLElement | null }, userid: number): void {
  const focusRequest = useStore($focusRequest);
  useEffect(() => {
    if (focusRequest !== userid) return;
    const wanted = $device.get() === 'desktop' ? 'textarea' : '.popup-name';
    frame.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
    focusDone();
  }, [frame, focusRequest, userid]);
}
