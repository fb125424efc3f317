import { vi } from 'vitest';

/** A browser storage; its keys are own properties as in a browser. */
function fakeStorage(): Storage {
  const storage = Object.create({
    getItem: (key: string) => (storage as unknown as Record<string, string>)[key] ?? null,
    setItem: (key: string, value: string) => {
      (storage as unknown as Record<string, string>)[key] = value;
    },
    removeItem: (key: string) => {
      delete (storage as unknown as Record<string, string>)[key];
    },
  }) as Storage;
  return storage;
}

/** Stubs both storages, empty. Call it in `beforeEach`. */
export function openStorage(): { local: Storage; session: Storage } {
  const [local, session] = [fakeStorage(), fakeStorage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  return { local, session };
}
