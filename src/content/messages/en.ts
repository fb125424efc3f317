import type { texts as dutch } from './nl.ts';

const parts = import.meta.glob<object>('./en/*.json', { eager: true, import: 'default' });

/** The same keys as in Dutch (scripts/check-messages.ts). */
export const texts: typeof dutch = Object.assign({}, ...Object.values(parts));
