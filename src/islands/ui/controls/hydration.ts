import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False until hydration. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The first render uses the server's value, even if the store has changed before hydration. */
export const useLive = <Live extends Parameters<typeof useStore>[0]>(store: Live) =>
  useStore(store, { ssr: 'initial' });
