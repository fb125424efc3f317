import { createContext, useContext } from 'react';
import type { Side } from '#contract/messaging/messages.ts';

/** The reader's side of the conversations; not known in dialogs, which are rendered apart. */
export const SideContext = createContext<Side>('member');

export const useSide = (): Side => useContext(SideContext);
