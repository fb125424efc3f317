import { inject } from 'vitest';

/** Addresses of the products that the suites on the built site share: e2e/support/built-setup.ts. */
export const origin = inject('origin');
export const configured = inject('configured');
export const reduced = inject('reduced');

/** Asks the product as any program does; a redirect is an answer like any other. `where` is a path or an address. */
export const ask = (where: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(where, origin), { redirect: 'manual', ...init });

/** The text of an answer, wherever a redirect leads. */
export const read = async (where: string): Promise<string> =>
  (await ask(where, { redirect: 'follow' })).text();
