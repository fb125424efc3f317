import { io, type ManagerOptions, type Socket } from 'socket.io-client';
import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import type { ClientEvents, ServerEvents, SocketAnswer } from '#contract/socket.ts';

export type NodeSocket = Socket<ServerEvents, ClientEvents>;

/** Connects a session by its token, over a WebSocket only. */
export const connectSocket = (
  { url, token }: { url: string; token: string },
  options: Partial<ManagerOptions> = {},
): NodeSocket =>
  io(url, { transports: ['websocket'], forceNew: true, auth: { 'api-key': 'vonk-web', token }, ...options });

/** Refusal by a node; the message is its label. Any other error means that the node failed. */
export class Refused extends Error {}

const outcomeOf = <Call extends AnyEndpoint>(call: Call, status: number, body: unknown): OutputOf<Call> => {
  if (status === 200) return body as OutputOf<Call>;
  const label = String((body as { label?: unknown }).label);
  throw status < 500 ? new Refused(label) : new Error(`${call.path} answered ${status} ${label}`);
};

/** Makes a call over a socket to one node. Throws Refused, or another error without a response in `patience` ms. */
export async function callOverSocket<Call extends AnyEndpoint>(
  { socket, patience }: { socket: NodeSocket; patience: number },
  call: Call,
  input: InputOf<Call>,
): Promise<OutputOf<Call>> {
  const data = input as Record<string, unknown>;
  const envelope = { method: call.method, url: pathOf(call, data), data };
  const { status, body } = (await socket.timeout(patience).emitWithAck('call', envelope)) as SocketAnswer;
  return outcomeOf(call, status, body);
}

/** Makes a call to one node over HTTP, with the token of a login. Throws Refused. */
export async function callNode<Call extends AnyEndpoint>(
  { url, token }: { url: string; token?: string | undefined },
  call: Call,
  input: InputOf<Call>,
): Promise<OutputOf<Call>> {
  const fields = input as Record<string, unknown>;
  const response = await fetch(url + pathOf(call, fields), {
    method: call.method,
    headers: {
      'api-key': 'vonk-web',
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(fields) }),
  });
  return outcomeOf(call, response.status, await response.json());
}
