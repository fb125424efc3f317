import { randomUUID } from 'node:crypto';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { Logger } from 'pino';
import { AppError } from '#contract/errors.ts';
import { fromQuery } from '#contract/query.ts';
import { type SocketAnswer, type SocketCall, socketCallSchema } from '#contract/socket.ts';
import { type Dispatch, toAppError } from '#server/calls/dispatch.ts';
import type { Binding } from '#server/calls/handler.ts';
import { routePattern } from '#server/http/app.ts';
import type { CallerReader } from '#server/http/caller-reader.ts';
import { errorBody, statusOf } from '#server/http/errors.ts';
import type { Deps } from '#server/ports/deps.ts';
import { carriedBy, enterRooms, followLogin, followToken, outOfLogin, requireKey } from './socket-logins.ts';
import type { CallSocket } from './sockets.ts';

export interface AnswerParts {
  readonly deps: Deps;
  readonly dispatch: Dispatch;
  readonly bindings: readonly Binding[];
  readonly log: Logger;
}

/** Answers calls of sockets. Never throws: without an acknowledgement the client would wait forever. */
export function createAnswer({ deps, dispatch, bindings, log }: AnswerParts, callers: CallerReader) {
  const bindingOf = createCallFinder(bindings);

  async function run(socket: CallSocket, envelope: unknown): Promise<unknown> {
    const parsed = socketCallSchema.safeParse(envelope);
    if (!parsed.success) throw new AppError('badRequest.invalid.input');
    const { binding, input } = bindingOf(parsed.data);
    await requireKey(deps.config, socket, input);
    await followToken(callers, socket, binding, input);
    const { caller } = socket.data;
    const { session } = caller.request;
    // A socket can't set cookies, so it keeps the one it came with.
    const request = {
      ...caller.request,
      id: randomUUID(),
      session: session === 'cookie' ? undefined : session,
    };
    const fullInput = { ...carriedBy(socket).fields, ...input };
    const ask = () => dispatch(binding.call, { ...caller, request }, fullInput);
    const { output, effects } = await (binding.opensLogin ? outOfLogin(deps, socket, ask) : ask());
    await followLogin(callers, socket, effects);
    await enterRooms(socket, effects);
    return output;
  }

  return async (socket: CallSocket, envelope: unknown): Promise<SocketAnswer> => {
    try {
      return { status: 200, body: await run(socket, envelope) };
    } catch (error) {
      const { label, fields } = toAppError(error);
      if (!(error instanceof AppError)) log.error({ err: error }, 'A call over a socket failed');
      return { status: statusOf(label), body: errorBody(label, fields) };
    }
  };
}

/** Throws `badRequest.notFound` for an unknown call. */
function createCallFinder(bindings: readonly Binding[]) {
  // The pair that Hono itself uses: the first finds calls without parameters in a table.
  const router = new SmartRouter<Binding>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const binding of bindings) router.add(binding.call.method, routePattern(binding.call), binding);
  return ({ method, url, data }: SocketCall): { binding: Binding; input: Record<string, unknown> } => {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const [[found] = [], values] = router.match(method, path);
    if (!found) throw new AppError('badRequest.notFound');
    const [binding, params] = found;
    const fields = data !== null && typeof data === 'object' && !Array.isArray(data) ? data : {};
    const input = { ...fromQuery(new URLSearchParams(query)), ...fields, ...decoded(params, values) };
    return { binding, input };
  };
}

/** Parameters by name, either with their value or with its place among `values`. */
function decoded(
  params: Readonly<Record<string, string | number>>,
  values: readonly string[] | undefined,
): Record<string, string> {
  const textOf = (found: string | number) => (typeof found === 'number' ? values?.[found] : found) ?? '';
  const entries = Object.entries(params).map(([name, found]) => [name, decode(textOf(found))] as const);
  return Object.fromEntries(entries);
}

/** Like the HTTP router, leaves malformed percent-encoding as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
