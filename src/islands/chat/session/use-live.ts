import { useStore } from '@nanostores/react';
import type { Store, StoreValue } from 'nanostores';

/** The first render repeats the server's, although the store may have changed before hydration. */
export const useLive = <Live extends Store>(store: Live): StoreValue<Live> =>
  useStore(store, { ssr: 'initial' });
