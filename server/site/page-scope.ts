import { AsyncLocalStorage } from 'node:async_hooks';

/** The page being rendered. If one of its components throws, others may leave rejected promises that nothing awaits. */
export const pageScope = new AsyncLocalStorage<{ readonly url: string; readonly requestId: string }>();
