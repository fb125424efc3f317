import { useEffect, useState } from 'react';
import { type LiveRoom, readLiveRoom, WALL_EVERY_MS } from '#contract/desk/live-calls.ts';
import { call } from '#lib/api/call.ts';
import { newestAnswer } from '#lib/api/late/newest-answer.ts';
import type { MessageTree } from '#lib/shell/translate.ts';
import { WatchedChat, WatchedViewers } from './desk/WatchedRoom.tsx';
import { WatchedStream } from './desk/WatchedStream.tsx';
import { MessagesProvider } from './ui/controls/Messages.tsx';

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
