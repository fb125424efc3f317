import { atom, computed } from 'nanostores';
import * as z from 'zod/mini';
import { labelOf } from '#contract/errors.ts';
import { splitLocale } from '#contract/locales.ts';
import { type Participant, participantSchema } from '#contract/messaging/conversations.ts';
import { readRecipient } from '#contract/messaging/inbox-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { call } from '../../api/call.ts';
import { on } from '../../api/socket/socket.ts';
import { keepMessages, readMessages } from '../../shell/kept.ts';
import { log } from '../../shell/log.ts';
import { ownerOf } from '../../shell/start/session.ts';
import { $inbox, openInbox } from '../inbox/inbox.ts';
import { $news, listenToMessages } from '../opened/incoming.ts';
import { startSending } from '../sending/send.ts';

/** Maximum of open pop-ups (platform spec 4). */
export const POPUPS_MAX = 4;
const PHONE_POPUPS = 1;

/** rem taken by each, and rem kept free beside them. */
const POPUP_WIDTH = 21;
const KEPT_FREE = 5;

/** Number of pop-ups for a page of this width in rem; at least one. */
export function roomFor(width: number, isPhone: boolean): number {
  if (isPhone) return PHONE_POPUPS;
  return Math.min(POPUPS_MAX, Math.max(1, Math.floor((width - KEPT_FREE) / POPUP_WIDTH)));
}

interface Standing {
  readonly other: { readonly userid: number };
}

/** Removes the oldest, which come first; never the one with the focus. */
export function fitPopups<Popup extends Standing>(
  popups: readonly Popup[],
  { most, focused }: { most: number; focused: number | null },
): readonly Popup[] {
  let leaving = popups.length - most;
  return popups.filter(({ other }) => {
    if (leaving <= 0 || other.userid === focused) return true;
    leaving -= 1;
    return false;
  });
}

const popupSchema = z.object({
  /** Name and picture as last seen. */
  other: participantSchema,
  /** Null for a preset: the first message creates the conversation. */
  conversation: z.nullable(z.int()),
  minimized: z.boolean(),
});
/** A conversation open beside the page (platform spec 2). Its unread count is in the list. */
export type Popup = z.infer<typeof popupSchema>;

/** Oldest first. */
export const $popups = atom<readonly Popup[]>([]);

/** How many fit, and whether those that open by themselves are folded: over a picture, and on a phone. */
interface Room {
  readonly most: number;
  readonly isQuiet: boolean;
}
const $room = atom<Room>({ most: POPUPS_MAX, isQuiet: true });

/** The performer whose pop-up has the focus: it is not removed by one that opens by itself. */
const $focused = atom<number | null>(null);

/** The performer whose pop-up the page must focus; null once done. */
export const $focusRequest = atom<number | null>(null);

/** Unread counts by performer. */
export const $unreadIn = computed([$popups, $inbox], (popups, inbox) => {
  const known = new Map(inbox?.conversations.map(({ other, unread }) => [other.userid, unread]));
  return new Map(popups.map(({ other }) => [other.userid, known.get(other.userid) ?? 0]));
});

/** Restores this tab's pop-ups; then every new message opens one. Returns a stop function. */
export function openPopups(): () => void {
  const owner = ownerOf();
  set(z.array(popupSchema).safeParse(owner === null ? null : readMessages('popups', owner)).data ?? []);
  /** Conversations that are not in the list yet. */
  const awaited = new Set<number>();
  const stops = [
    $news.listen((news) => {
      if (!news) return;
      awaited.add(news.conversation);
      popUpKnown(awaited);
    }),
    $inbox.listen(() => popUpKnown(awaited)),
    on('conversation-state', ({ conversation, state }) => {
      const popup = $popups.get().find((one) => one.conversation === conversation);
      if (popup && state === 'delete') closePopup(popup.other.userid);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    // The stored pop-ups stay for the next page.
    $popups.set([]);
    $focused.set(null);
    $focusRequest.set(null);
  };
}

function popUpKnown(awaited: Set<number>): void {
  for (const { id, other, muted, blocked } of $inbox.get()?.conversations ?? []) {
    if (!awaited.delete(id) || muted || blocked) continue;
    add({ other, conversation: id, minimized: $room.get().isQuiet }, $focused.get());
  }
}

/** Opens a pop-up requested by the member. */
export function showPopup(other: Participant, conversation: number | null): void {
  add({ other, conversation, minimized: false }, null);
  expandPopup(other.userid);
}

/** An existing one keeps its place and state. */
function add(popup: Popup, focused: number | null): void {
  const { userid } = popup.other;
  const popups = $popups.get();
  const isThere = popups.some(({ other }) => other.userid === userid);
  if (isThere) change(userid, ({ conversation }) => ({ conversation: conversation ?? popup.conversation }));
  else set(fitPopups([...popups, popup], { most: $room.get().most, focused }));
}

export function expandPopup(userid: number): void {
  change(userid, () => ({ minimized: false }));
  $focusRequest.set(userid);
}

/** Called once the focus is set. */
export const focusDone = (): void => $focusRequest.set(null);

export const minimizePopup = (userid: number): void => change(userid, () => ({ minimized: true }));

export function closePopup(userid: number): void {
  if ($focused.get() === userid) $focused.set(null);
  set($popups.get().filter(({ other }) => other.userid !== userid));
}

/** Sets the id after the first message has created the conversation. */
export const adoptPopup = (userid: number, conversation: number): void =>
  change(userid, () => ({ conversation }));

export function holdPopup(userid: number, isHeld: boolean): void {
  if (isHeld) $focused.set(userid);
  else if ($focused.get() === userid) $focused.set(null);
}

/** Removes the oldest if there is less room than before. */
export function setRoom(room: Room): void {
  $room.set(room);
  const fitting = fitPopups($popups.get(), { most: room.most, focused: $focused.get() });
  if (fitting.length < $popups.get().length) set(fitting);
}

const change = (userid: number, how: (popup: Popup) => Partial<Popup>): void =>
  set($popups.get().map((one) => (one.other.userid === userid ? { ...one, ...how(one) } : one)));

function set(popups: readonly Popup[]): void {
  $popups.set(popups);
  const owner = ownerOf();
  if (owner !== null) keepMessages('popups', owner, popups.length > 0 ? popups : null);
}

/** Opens a pop-up for a performer, with the existing conversation if any. Returns whether it succeeded. */
export async function writeTo(performerId: number): Promise<boolean> {
  try {
    const { conversation, ...other } = await call(readRecipient, { performerId });
    showPopup(other, conversation);
    return true;
  } catch (error) {
    log.info('Recipient could not be read', labelOf(error));
    return false;
  }
}

/** Runs on every page of a member except the messenger's, which follow by themselves. Returns a stop function. */
export function followMessages(): () => void {
  if (isMessenger(location.pathname)) return () => {};
  renewNotices();
  const stops = [openPopups(), listenToMessages(), openInbox(null), startSending()];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Loads the code only if this browser has notices. */
function renewNotices(): void {
  const owner = ownerOf();
  if (owner !== null && readMessages('notices', owner))
    void import('../notices/notices.ts').then((m) => m.renewNotices(owner));
}

function isMessenger(pathname: string): boolean {
  const { path } = splitLocale(pathname);
  return path === routes.messenger || path.startsWith(`${routes.messenger}/`);
}
