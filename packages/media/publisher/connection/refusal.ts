import { replacedProblem, retryAfterMs } from '../../port/http.ts';

/** Labels for which the interface has texts. */
export type PublishTrouble =
  /** No answer from the server, or a lost connection. */
  | 'publish.unreachable'
  | 'publish.unauthorized'
  /** The room has a publisher that must not be replaced. */
  | 'publish.occupied'
  /** Another publisher has taken over the room. */
  | 'publish.replaced'
  /** The server takes no more sessions or requests at present. */
  | 'publish.full'
  | 'publish.missing'
  /** The server accepts none of the browser's formats. */
  | 'publish.format';

export class PublishError extends Error {
  readonly trouble: PublishTrouble;
  /** False when a retry cannot succeed. */
  readonly retry: boolean;
  readonly retryAfterMs: number | null;

  constructor(trouble: PublishTrouble, retry: boolean, wait: number | null = null) {
    super(trouble);
    this.name = 'PublishError';
    this.trouble = trouble;
    this.retry = retry;
    this.retryAfterMs = wait;
  }
}

const format = { trouble: 'publish.format', retry: false } as const;
/** Retried: a proxy without a running server behind it answers 404, too. */
const missing = { trouble: 'publish.missing', retry: true } as const;
const gone = { trouble: 'publish.missing', retry: false } as const;
/** Retried with a fresh target. */
const unauthorized = { trouble: 'publish.unauthorized', retry: true } as const;
const full = { trouble: 'publish.full', retry: true } as const;

const troubles: Readonly<Record<number, { trouble: PublishTrouble; retry: boolean }>> = {
  400: format,
  401: unauthorized,
  403: unauthorized,
  404: missing,
  405: gone,
  406: format,
  409: { trouble: 'publish.occupied', retry: true },
  410: gone,
  413: format,
  415: format,
  422: format,
  429: full,
  503: full,
};

/** Error for a status other than 201; unknown ones allow a retry. `now`: ms since the epoch. */
export function refusalOf(status: number, retryAfter: string | null, now: number): PublishError {
  const { trouble, retry } = troubles[status] ?? { trouble: 'publish.unreachable', retry: true };
  return new PublishError(trouble, retry, retryAfterMs(retryAfter, now));
}

/** Error for a response other than 201. */
export async function readRefusal(response: Response): Promise<PublishError> {
  const problem = await response.text().catch(() => '');
  return problem.includes(replacedProblem)
    ? new PublishError('publish.replaced', false)
    : refusalOf(response.status, response.headers.get('Retry-After'), Date.now());
}
