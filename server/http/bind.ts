import type { Context, Hono } from 'hono';
import {
  type AnyEndpoint,
  apiBases,
  type OutputOf,
  type ParsedInput,
  pathParams,
} from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { fromQuery } from '#contract/query.ts';
import { isBlocked } from '#contract/safety/geo.ts';
import { type Caller, requireMember, requirePerformer } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { type HttpEnv, peerOf } from './env.ts';
import type { LimitName } from './limits.ts';
import { createPlaceReader } from './place.ts';

/** Bytes a body may have; uploads have calls of their own. */
export const BODY_LIMIT = 64 * 1024;

export type Verb<Call extends AnyEndpoint> = (
  deps: Deps,
  caller: Caller,
  input: ParsedInput<Call>,
) => Promise<OutputOf<Call>>;

export interface BindOptions<Call extends AnyEndpoint> {
  /** Limited by the caller's address before anything is read. */
  limit?: LimitName;
  /** Refused where the operator does not serve (GEO_BLOCK), as the pages are. */
  served?: true;
  /** Cookies and rooms: what the transport has to do after the verb. */
  after?: (c: Context<HttpEnv>, output: OutputOf<Call>, input: ParsedInput<Call>) => void;
}

/** Mounts a described call: parses its input, asks the verb, answers its output. */
export type Bind = <Call extends AnyEndpoint>(
  call: Call,
  verb: Verb<Call>,
  options?: BindOptions<Call>,
) => void;

export function createBind(app: Hono<HttpEnv>, deps: Deps): Bind {
  const placeOf = createPlaceReader(deps.config, deps.geo);
  const requireServed = (c: Context<HttpEnv>): void => {
    const place = c.env?.place ?? placeOf(peerOf(c), (name) => c.req.header(name));
    if (isBlocked(deps.config.geo.block, place)) throw new AppError('badRequest.forbidden');
  };
  return (call, verb, options = {}) => {
    const path = apiBases[call.base] + call.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(call.method, path, async (c) => {
      if (options.limit) await deps.limits.take(options.limit, c.get('address'));
      if (options.served) requireServed(c);
      const caller = c.get('caller');
      if (call.access === 'member') requireMember(caller);
      if (call.access === 'performer') requirePerformer(caller);
      const input = await readInput(c, call);
      const output = await verb(deps, caller, input);
      options.after?.(c, output, input);
      return c.json(call.output.parse(output));
    });
  };
}

async function readInput<Call extends AnyEndpoint>(
  c: Context<HttpEnv>,
  call: Call,
): Promise<ParsedInput<Call>> {
  const query = fromQuery(new URL(c.req.url).searchParams);
  const body = call.method === 'GET' ? {} : await readBody(c.req.raw);
  const params = Object.fromEntries(pathParams(call).map((name) => [name, c.req.param(name)]));
  const lang = c.req.header('x-lang');
  const nonNude = c.req.header('x-non-nude') === '1';
  const said = { ...(lang && { lang }), ...(nonNude && { nonNude }) };
  const parsed = call.input.safeParse({ ...said, ...query, ...body, ...params });
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue: { path: PropertyKey[] }) => issue.path.join('.'));
    throw new AppError('badRequest.invalid.input', { fields: [...new Set<string>(fields)] });
  }
  if (hasNul(parsed.data)) throw new AppError('badRequest.invalid.input');
  return parsed.data as ParsedInput<Call>;
}

/** PostgreSQL stores no NUL character; no text of a person has one. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000');
  return value !== null && typeof value === 'object' && Object.values(value).some(hasNul);
}

async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return { ...value };
  } catch {
    // told below: what is no JSON and what is no object are the same mistake
  }
  throw new AppError('badRequest.invalid.input');
}

/** Reads at most BODY_LIMIT bytes; a longer body is refused without being held in memory. */
export async function readText(request: Request, limit: number = BODY_LIMIT): Promise<string> {
  return (await readBytes(request, limit)).toString('utf8');
}

/** The same for what is no text. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('badRequest.tooLarge');
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new AppError('badRequest.tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
