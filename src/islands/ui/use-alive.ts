import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the island can be clicked yet; what the server has drawn cannot. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
