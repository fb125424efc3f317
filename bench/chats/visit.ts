import { io, type Socket } from 'socket.io-client';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import type { ClientEvents, ServerEvents, SocketAnswer } from '#contract/socket.ts';

type Client = Socket<ServerEvents, ClientEvents>;

/** A member's visit to a room. */
export interface Visit {
  socket: Client;
  auth: string;
  ask<Call extends AnyEndpoint>(call: Call, input: InputOf<Call>): Promise<OutputOf<Call>>;
}

/** An expected refusal: the chat has ended, the performer is away, or too many requests. */
export class Refused extends Error {}

/** `onRefusal` gets each label. `ask` rejects with Refused, or with another error if the server failed. */
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
