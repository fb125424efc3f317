import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useMemo, useState } from 'react';
import { type LiveRoom, readLiveRoom, type readWall, WALL_EVERY_MS } from '#contract/desk/live-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { call } from '#lib/api/call.ts';
import { newestAnswer } from '#lib/api/late/newest-answer.ts';
import { openWall, type Wall, type WallView } from '#lib/desk/wall.ts';
import { type MessageTree, timeOfDay } from '#lib/shell/translate.ts';
import { Tile } from './desk/Tile.tsx';
import { WatchedChat, WatchedViewers } from './desk/WatchedRoom.tsx';
import { WatchedStream } from './desk/WatchedStream.tsx';
import { MessagesProvider, useT } from './ui/controls/Messages.tsx';

interface DeskWallProps {
  locale: string;
  messages: MessageTree;
  first: OutputOf<typeof readWall>;
  /** The room of a performer, without the number. */
  roomHref: string;
  /** Pictures, without performer and version. */
  pictureHref: string;
}

/** All rooms that are on; follows them while the page is visible. */
export function DeskWall({ locale, messages, ...wall }: DeskWallProps) {
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <Tiles {...wall} />
    </MessagesProvider>
  );
}

/** ms after the pointer’s last move until the tiles may move again. */
const STILL_MS = 4000;

function Tiles({ first, roomHref, pictureHref }: Omit<DeskWallProps, 'locale' | 'messages'>) {
  const t = useT();
  const [wall, setWall] = useState<Wall | null>(null);
  const $first = useMemo(
    () => atom<WallView>({ rooms: first.rooms, pictures: new Map(), staleSince: null }),
    [first],
  );
  useEffect(() => {
    const opened = openWall(first);
    setWall(opened);
    return opened.close;
  }, [first]);
  const { rooms, pictures, staleSince } = useStore(wall?.$wall ?? $first);
  const reported = rooms.filter(({ reports }) => reports > 0).length;
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap gap-x-2 font-semibold tabular-nums">
        <span>{rooms.length === 0 ? t('wall.empty') : t('wall.count', { count: rooms.length })}</span>
        {reported > 0 && (
          <span className="text-danger">{`· ${t('wall.reported', { count: reported })}`}</span>
        )}
      </p>
      {staleSince !== null && (
        <p role="status" className="rounded-lg bg-sunken px-3.5 py-3 font-medium text-sm">
          {t('wall.stale', { time: timeOfDay(staleSince) })}
        </p>
      )}
      {/* The pointer only keeps the tiles in place: each tile is a link. */}
      <ul
        className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(12rem,1fr))]"
        ref={(list) => (list && wall ? keepOrderIn(list, wall) : undefined)}
      >
        {rooms.map((room) => (
          <Tile
            key={room.id}
            room={room}
            href={`${roomHref}/${room.id}`}
            picture={pictureOf(pictureHref, room.id, pictures.get(room.id))}
            wall={wall}
          />
        ))}
      </ul>
    </div>
  );
}

const pictureOf = (href: string, id: number, version: string | undefined): string | null =>
  version === undefined ? null : `${href}&performer=${id}&version=${version}`;

/** Tiles stay where they are under a moving pointer and while one of them has the focus. Returns a stop function. */
function keepOrderIn(list: HTMLElement, wall: Wall): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = () => wall.keepOrder(list.contains(document.activeElement));
  const keep = () => {
    wall.keepOrder(true);
    clearTimeout(timer);
    timer = setTimeout(release, STILL_MS);
  };
  const names = ['pointermove', 'pointerdown', 'focusin', 'focusout'] as const;
  for (const name of names) list.addEventListener(name, keep);
  return () => {
    clearTimeout(timer);
    for (const name of names) list.removeEventListener(name, keep);
  };
}

interface DeskRoomProps {
  locale: string;
  messages: MessageTree;
  first: LiveRoom;
  /** The page itself. */
  href: string;
}

/** A room as an operator watches it: its picture, its chat and its viewers. */
export function DeskRoom({ locale, messages, first, href }: DeskRoomProps) {
  const room = useRoom(first);
  return (
    <MessagesProvider messages={messages} locale={locale}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <WatchedStream room={room} href={href} />
        <WatchedChat messages={room.messages} />
        <WatchedViewers viewers={room.viewers} href={href} />
      </div>
    </MessagesProvider>
  );
}

/** Reads the room again and again while the page is visible. A failed read leaves the last one. */
function useRoom(first: LiveRoom): LiveRoom {
  const [room, setRoom] = useState(first);
  useEffect(() => {
    let isOver = false;
    const read = newestAnswer(() => call(readLiveRoom, { performer: first.id }));
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      void read()
        .then((next) => {
          if (next && !isOver) setRoom(next);
        })
        .catch(() => undefined);
    }, WALL_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [first.id]);
  return room;
}
