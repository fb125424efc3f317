import { AsyncLocalStorage } from 'node:async_hooks';

/** The page that is being made; its components may leave promises behind that nothing awaits once one of them has thrown. */
export const pageScope = new AsyncLocalStorage<{ readonly url: string; readonly requestId: string }>();
