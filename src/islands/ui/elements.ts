import type { ReactElement } from 'react';

/** Children that stand beside others: no bare text, which a browser that translates the page would take away from React. */
export type Elements = ReactElement | readonly Elements[] | false | null | undefined;
