import type { z } from 'zod';
import type { ErrorLabel } from './errors.ts';

/** API bases on the site's origin; the specification's paths follow the base as written. */
export const apiBases = {
  member: '/api/member',
  messaging: '/api/messaging',
  engine: '/api/engine',
  chat: '/api/chat',
  studio: '/api/studio',
} as const;

export type ApiBase = keyof typeof apiBases;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may make the call at all; the handler checks again and scopes what it reads to the caller. */
export type Access = 'anyone' | 'member' | 'performer';

/**
 * One call, described once: the server binds it, the site calls it, the API document and the
 * bad-input test are generated from it.
 */
export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly base: ApiBase;
  readonly method: Method;
  /** Path below the base; `{name}` segments are filled from the input field of that name. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** One flat object: path segments, query (bracket format for arrays) and body together. */
  readonly input: Input;
  readonly output: Output;
  /** Labels the handler may answer beyond those every call can give (see `commonLabels`). */
  readonly errors: readonly ErrorLabel[];
}

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any input; `unknown` would refuse every concrete one
export type AnyEndpoint = Endpoint<any, any>;

/** What a caller passes in (before defaults are filled). */
export type InputOf<E extends AnyEndpoint> = z.input<E['input']>;
/** What a handler receives (after parsing). */
export type ParsedInput<E extends AnyEndpoint> = z.output<E['input']>;
/** What a caller gets back. */
export type OutputOf<E extends AnyEndpoint> = z.output<E['output']>;

/** Declares a call; only there so that the literal types of method, path and schemas are kept. */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(
  description: Endpoint<Input, Output>,
): Endpoint<Input, Output> {
  return description;
}

/** What tells a call from all others: `GET /api/engine/profile/{id}`. Objects do not: the built site has its own. */
export const callKey = ({ method, base, path }: AnyEndpoint): string => `${method} ${apiBases[base]}${path}`;

/** The call's absolute path with its `{name}` segments filled from `input`. */
export function pathOf(call: AnyEndpoint, input: Readonly<Record<string, unknown>> = {}): string {
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  return apiBases[call.base] + filled;
}

/** Names of the input fields that travel in the path. */
export function pathParams(call: AnyEndpoint): string[] {
  return [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}
