import { useStore } from '@nanostores/react';
import type { Store, StoreValue } from 'nanostores';

/** A store that may have changed before the page was hydrated: the first render repeats the one of the server. */
export const useLive = <Live extends Store>(store: Live): StoreValue<Live> =>
  useStore(store, { ssr: 'initial' });
