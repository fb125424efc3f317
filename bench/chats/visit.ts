import { io, type Socket } from 'socket.io-client';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import type { ClientEvents, ServerEvents, SocketAnswer } from '#contract/socket.ts';

type Client = Socket<ServerEvents, ClientEvents>;

/** A member in a room, for as long as it goes well. */
export interface Visit {
  socket: Client;
  auth: string;
  ask<Call extends AnyEndpoint>(call: Call, input: InputOf<Call>): Promise<OutputOf<Call>>;
}

/** A refusal that belongs to such a life: the chat ended meanwhile, the performer is away, too fast. */
export class Refused extends Error {}

/** `onRefusal` is told each label. `ask` rejects with Refused, and with another error where the server failed. */
export function visit(url: string, token: string, onRefusal: (label: string) => void): Visit {
  const socket: Client = io(url, {
    transports: ['websocket'],
    forceNew: true,
    auth: { 'api-key': 'vonk-web', token },
  });
  const ask = async <Call extends AnyEndpoint>(call: Call, input: InputOf<Call>): Promise<OutputOf<Call>> => {
    const data = input as Record<string, unknown>;
    const envelope = { method: call.method, url: pathOf(call, data), data };
    const answer = (await socket.timeout(30_000).emitWithAck('call', envelope)) as SocketAnswer;
    if (answer.status === 200) return answer.body as OutputOf<Call>;
    const { label } = answer.body as { label: string };
    onRefusal(label);
    if (answer.status < 500) throw new Refused(label);
    throw new Error(`${call.path} answered ${answer.status} ${label}`);
  };
  return { socket, auth: '', ask };
}
