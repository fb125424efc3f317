import { vi } from 'vitest';

/** A storage of the browser, whose keys are its own as in one. */
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

/** What a browser keeps, empty. Call it in `beforeEach`. */
export function openStorage(): { local: Storage; session: Storage } {
  const [local, session] = [fakeStorage(), fakeStorage()];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  return { local, session };
}
