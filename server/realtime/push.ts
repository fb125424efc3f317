import { own } from '#contract/input.ts';
import { groupsHidden } from '#contract/safety/hidden-places.ts';
import type { PushName, ServerEvents, ServerPushes } from '#contract/socket.ts';
import { otherName } from '#contract/wallet/events.ts';
import { type Push, rooms } from '#server/ports/push.ts';
import type { Sockets } from './sockets.ts';

type EmitPush = <Name extends PushName>(name: Name, payload: ServerPushes[Name]) => void;

export function createPush(io: Sockets): Push {
  const emit =
    (room: string): EmitPush =>
    (name, payload) => {
      io.to(room).emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>));
    };
  return {
    toMember(id, name, payload) {
      const toRoom = emit(rooms.member(id));
      toRoom(name, payload);
      const other = own<PushName>(otherName, name);
      // The types of both names require the same payload.
      if (other) toRoom(other, payload as ServerPushes[typeof other]);
    },
    toPerformer: (id, name, payload) => emit(rooms.performer(id))(name, payload),
    toRoom: (id, name, payload) => emit(rooms.stream(id))(name, payload),
    toChatSession: (id, name, payload) => emit(rooms.chatSession(id))(name, payload),
    toGuest: (key, name, payload) => emit(rooms.guest(key))(name, payload),
    toDialIn: (id, name, payload) => emit(rooms.dialIn(id))(name, payload),
    toEveryone: (name, payload, hiddenIn = []) => {
      const without = groupsHidden(hiddenIn).map(rooms.place);
      io.except(without).emit(name, ...([payload] as Parameters<ServerEvents[typeof name]>));
    },
    endSession: (id) => {
      io.to(rooms.login(id)).emit('session-ended', {});
      io.in(rooms.login(id)).disconnectSockets(true);
    },
    leaveRoom: (sessionId, performerId) => {
      io.in(rooms.chatSession(sessionId)).socketsLeave([
        rooms.stream(performerId),
        rooms.chatSession(sessionId),
      ]);
    },
  };
}
