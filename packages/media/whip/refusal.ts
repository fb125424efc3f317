import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** A refused request; the response contains problem details (RFC 9457). */
export class Refusal extends Error {
  /** Problem type URI, for players that need more than the status. */
  readonly type: string | undefined;
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    detail: string,
    headers: Readonly<Record<string, string>> = {},
    type?: string,
  ) {
    super(detail);
    this.type = type;
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

export function answerRefusal(c: Context, refusal: Refusal): Response {
  const problem = JSON.stringify({ type: refusal.type, status: refusal.status, detail: refusal.message });
  return c.body(problem, refusal.status, { ...refusal.headers, 'Content-Type': 'application/problem+json' });
}
