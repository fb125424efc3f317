import { inject } from 'vitest';

/** Origins of the shared products, which e2e/support/built-setup.ts starts. */
export const origin = inject('origin');
export const configured = inject('configured');
export const reduced = inject('reduced');
export const people = inject('people');

/** Sends a request to the product without following redirects. `where` is a path or an absolute URL. */
export const ask = (where: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(where, origin), { redirect: 'manual', ...init });

/** Returns the text of a response, following redirects. */
export const read = async (where: string): Promise<string> =>
  (await ask(where, { redirect: 'follow' })).text();
