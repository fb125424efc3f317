import { atom, computed } from 'nanostores';
import { z } from 'zod';
import { type Participant, participantSchema } from '#contract/messaging/conversations.ts';
import { on } from '../../api/socket.ts';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';
import { $inbox } from '../inbox/inbox.ts';
import { $news } from '../inbox/incoming.ts';
import { ownerOf } from '../inbox/previews.ts';
import { fitPopups, POPUPS_MAX } from './fit.ts';

const popupSchema = z.object({
  /** Name and picture as they were last seen. */
  other: participantSchema,
  /** Null for a preset: the first message makes the conversation. */
  conversation: z.number().int().nullable(),
  minimized: z.boolean(),
});
/** A conversation that stands open beside the page (platform spec 2). What is unread in it is known to the list. */
export type Popup = z.infer<typeof popupSchema>;

/** The oldest first. */
export const $popups = atom<readonly Popup[]>([]);

/** How many find room, and whether what comes by itself lies folded: over a picture, and on a phone. */
export interface Room {
  readonly most: number;
  readonly isQuiet: boolean;
}
const $room = atom<Room>({ most: POPUPS_MAX, isQuiet: true });

/** Whose pop-up has its reader's focus: nothing that comes by itself puts it away. */
const $held = atom<number | null>(null);

/** Whom the page has to bring the focus to; null once it has. */
export const $asked = atom<number | null>(null);

/** By performer. */
export const $unreadIn = computed([$popups, $inbox], (popups, inbox) => {
  const known = new Map(inbox?.conversations.map(({ other, unread }) => [other.userid, unread]));
  return new Map(popups.map(({ other }) => [other.userid, known.get(other.userid) ?? 0]));
});

/** Those that this tab had open; then every new message opens one. Returns how to stop. */
export function openPopups(): () => void {
  const owner = ownerOf();
  set(z.array(popupSchema).safeParse(owner === null ? null : readMessages('popups', owner)).data ?? []);
  /** Conversations that the list does not know yet. */
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
    // What is kept stays for the next page.
    $popups.set([]);
    $held.set(null);
    $asked.set(null);
  };
}

function popUpKnown(awaited: Set<number>): void {
  for (const { id, other, muted, blocked } of $inbox.get()?.conversations ?? []) {
    if (!awaited.delete(id) || muted || blocked) continue;
    add({ other, conversation: id, minimized: $room.get().isQuiet }, $held.get());
  }
}

/** As the member asked for. */
export function showPopup(other: Participant, conversation: number | null): void {
  add({ other, conversation, minimized: false }, null);
  expandPopup(other.userid);
}

/** One that stands there already stays where and how it is. */
function add(popup: Popup, held: number | null): void {
  const { userid } = popup.other;
  const popups = $popups.get();
  const isThere = popups.some(({ other }) => other.userid === userid);
  if (isThere) change(userid, ({ conversation }) => ({ conversation: conversation ?? popup.conversation }));
  else set(fitPopups([...popups, popup], { most: $room.get().most, held }));
}

export function expandPopup(userid: number): void {
  change(userid, () => ({ minimized: false }));
  $asked.set(userid);
}

/** The focus is there. */
export const focusDone = (): void => $asked.set(null);

export const minimizePopup = (userid: number): void => change(userid, () => ({ minimized: true }));

export function closePopup(userid: number): void {
  if ($held.get() === userid) $held.set(null);
  set($popups.get().filter(({ other }) => other.userid !== userid));
}

/** The first message has made the conversation. */
export const adoptPopup = (userid: number, conversation: number): void =>
  change(userid, () => ({ conversation }));

export function holdPopup(userid: number, isHeld: boolean): void {
  if (isHeld) $held.set(userid);
  else if ($held.get() === userid) $held.set(null);
}

/** Where there is less room than before, the oldest leave. */
export function setRoom(room: Room): void {
  $room.set(room);
  const fitting = fitPopups($popups.get(), { most: room.most, held: $held.get() });
  if (fitting.length < $popups.get().length) set(fitting);
}

const change = (userid: number, how: (popup: Popup) => Partial<Popup>): void =>
  set($popups.get().map((one) => (one.other.userid === userid ? { ...one, ...how(one) } : one)));

function set(popups: readonly Popup[]): void {
  $popups.set(popups);
  const owner = ownerOf();
  if (owner !== null) keepMessages('popups', owner, popups.length > 0 ? popups : null);
}
