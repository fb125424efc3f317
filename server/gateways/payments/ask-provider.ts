import { z } from 'zod';
import type { OrderStatus } from '#server/ports/payments.ts';

/** Timeout for a provider's response in ms. */
export const PATIENCE = 10_000;

/** The number of no order, to ask whether the provider answers. */
export const NO_ORDER = '0';

export interface Ask {
  method: 'GET' | 'POST' | 'PATCH';
  url: URL;
  body?: unknown;
}

export interface ProviderLine {
  /** Used in error messages. */
  name: string;
  fetch: typeof globalThis.fetch;
  headers: Readonly<Record<string, string>>;
  patience: number;
}

/**
 * Sends one request and follows no redirect with its credentials. Throws on any failure, with a message without
 * secrets.
 */
export async function askProvider(line: ProviderLine, { method, url, body }: Ask): Promise<unknown> {
  const response = await line.fetch(url, {
    method,
    headers: { ...line.headers, accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(line.patience),
  });
  if (response.ok) return response.json();
  throw new Error(
    `${line.name} answered ${response.status} to ${url.pathname}: ${await problemOf(response)}`,
  );
}

/**
 * Asks for an order that does not exist: whatever the provider says about it, it is there and knows us. Throws if it
 * refuses the credentials, fails, or does not answer.
 */
export async function pingProvider(
  { name, fetch, headers, patience }: ProviderLine,
  url: URL,
): Promise<void> {
  const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(patience) });
  await response.body?.cancel();
  if (response.status === 401 || response.status >= 500)
    throw new Error(`${name} answered ${response.status}`);
}

const problemSchema = z.object({
  code: z.string().optional(),
  title: z.string().optional(),
  detail: z.string().optional(),
});

/** The provider's error message, cut to fit into a log line. */
async function problemOf(response: Response): Promise<string> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  if (!parsed.success) return 'no explanation';
  const { code, title, detail } = parsed.data;
  return [code, title, detail].filter(Boolean).join(' ').slice(0, 300);
}

/**
 * Cents still to be returned until `totalCents` are returned in total; 0 if none are missing. Throws if the order does
 * not hold that much.
 */
export function refundRest(status: OrderStatus, totalCents: number): { cents: number; currency: string } {
  if (status.state !== 'paid') throw new Error(`Cannot refund an order that is ${status.state}`);
  if (totalCents > status.cents)
    throw new Error(`Cannot refund ${totalCents} cents of an order of ${status.cents}`);
  return { cents: Math.max(0, totalCents - (status.returned?.cents ?? 0)), currency: status.currency };
}
