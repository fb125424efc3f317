import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until hydration. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
