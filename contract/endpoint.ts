import type * as z from 'zod/mini';
import type { OperatorRole } from './desk/roles.ts';
import type { ErrorLabel } from './errors.ts';

export const apiBases = {
  member: '/api/member',
  messaging: '/api/messaging',
  engine: '/api/engine',
  chat: '/api/chat',
  studio: '/api/studio',
  desk: '/api/desk',
} as const;

export type ApiBase = keyof typeof apiBases;
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Checked by the dispatcher; the handler itself limits its queries to the caller's data. */
export type Access = 'anyone' | 'member' | 'performer' | 'operator';

/** A file as the body instead of JSON: the input's field `file`. */
export interface FileBody {
  /** Content types, in lower case. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Errors for another content type and for a body above the size limit. */
  readonly wrongType: ErrorLabel;
  readonly tooLarge: ErrorLabel;
}

/** The single description of a call, used by server, site, API document and the bad-input test. */
export interface Endpoint<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly base: ApiBase;
  readonly method: Method;
  /** Relative to the base; `{name}` segments are filled from the input field of that name. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** With the access `operator`: who may call it besides owners. */
  readonly roles?: readonly OperatorRole[];
  /** With the access `performer`: also before the second factor that the operator requires is given. */
  readonly beforeFactor?: true;
  /** With the access `operator`: also while the desk is locked. */
  readonly whileLocked?: true;
  readonly body?: FileBody;
  /** One flat object: path segments, query (bracket format for arrays) and body. */
  readonly input: Input;
  readonly output: Output;
  /** In addition to `commonLabels`. */
  readonly errors: readonly ErrorLabel[];
}

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any input; `unknown` would refuse every concrete one
export type AnyEndpoint = Endpoint<any, any>;

export type InputOf<E extends AnyEndpoint> = z.input<E['input']>;
export type ParsedInput<E extends AnyEndpoint> = z.output<E['input']>;
export type OutputOf<E extends AnyEndpoint> = z.output<E['output']>;

export function endpoint<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  description: Endpoint<Input, Output>,
): Endpoint<Input, Output> {
  return description;
}

/** `GET /api/engine/profile/{id}`. Compare calls by this key: the built site has its own endpoint objects. */
export const callKey = ({ method, base, path }: AnyEndpoint): string => `${method} ${apiBases[base]}${path}`;

/** Absolute path with its `{name}` segments filled from `input`. */
export function pathOf(call: AnyEndpoint, input: Readonly<Record<string, unknown>> = {}): string {
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  return apiBases[call.base] + filled;
}

export function pathParams(call: AnyEndpoint): string[] {
  return [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}
