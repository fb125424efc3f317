import { type AnyEndpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts';
import { AppError, isErrorLabel } from '#contract/errors.ts';
import { toQuery } from '#contract/query.ts';
import { studioLogin } from '#contract/studio/studio-calls.ts';

const TIMEOUT_MS = 8000;

export interface StudioServer {
  /** Origin of the product, without a trailing slash. */
  url: string;
  apiKey: string;
}

/** A performer's session, using calls that are available to any studio program. */
export interface Studio {
  readonly apiKey: string;
  readonly token: string;
  readonly performerId: number;
  /** Throws AppError with the product's label, or UNAVAILABLE without a response. */
  call<E extends AnyEndpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>;
}

/** The handshake of a performer's socket. */
export const socketAuth = ({ apiKey, token }: Pick<Studio, 'apiKey' | 'token'>) => ({
  'api-key': apiKey,
  token,
});

/** Logs a performer in. */
export async function openStudio(
  server: StudioServer,
  login: { username: string; password: string },
): Promise<Studio> {
  const { token, performer } = await request(server, studioLogin, { input: login });
  return {
    apiKey: server.apiKey,
    token,
    performerId: performer.id,
    call: (endpoint, input) => request(server, endpoint, { input, token }),
  };
}

export async function request<E extends AnyEndpoint>(
  { url, apiKey }: StudioServer,
  endpoint: E,
  { input, token }: { input: InputOf<E>; token?: string },
): Promise<OutputOf<E>> {
  const fields = input as Record<string, unknown>;
  const isRead = endpoint.method === 'GET';
  const response = await fetch(`${url}${pathOf(endpoint, fields)}${isRead ? `?${toQuery(fields)}` : ''}`, {
    method: endpoint.method,
    headers: {
      'api-key': apiKey,
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(isRead ? {} : { body: JSON.stringify(fields) }),
  }).catch((cause: unknown) => {
    throw new AppError('UNAVAILABLE', { cause });
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return endpoint.output.parse(body) as OutputOf<E>;
  const label = typeof body === 'object' && body !== null && 'label' in body ? body.label : null;
  throw new AppError(isErrorLabel(label) ? label : 'UNDEFINED_ERROR');
}
