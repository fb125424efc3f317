import { atom } from 'nanostores';
import { z } from 'zod';
import { type ErrorLabel, errorLabels } from '#contract/errors.ts';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';
import { ownerOf } from '../inbox/previews.ts';

const unsentSchema = z.object({
  /** Stays the same for as long as it takes: the server stores and charges it once. */
  clientId: z.string(),
  performer: z.number().int(),
  /** Null while there was none. */
  conversation: z.number().int().nullable(),
  text: z.string(),
  /** Id of a photo that was uploaded; the server keeps it for a day. */
  attachment: z.string().nullable().default(null),
  /** ms since the epoch. */
  at: z.number(),
  /** `waiting` is sent by itself, `stopped` only when the member says so. */
  state: z.enum(['sending', 'waiting', 'stopped']),
  /** Why the server refused it. */
  label: z.enum(errorLabels).nullable(),
});
export type Unsent = z.infer<typeof unsentSchema>;

/** ms after which nobody expects a message, and its price, to go by itself any more. */
export const SENT_BY_ITSELF_MS = 3_600_000;

/** What the server has not confirmed, in the order of writing. */
export const $unsent = atom<readonly Unsent[]>([]);

const read = (): readonly Unsent[] | null => {
  const owner = ownerOf();
  return owner === null
    ? null
    : (z.array(unsentSchema).safeParse(readMessages('unsent', owner)).data ?? null);
};

/** What an earlier page of this member left. */
export function restoreUnsent(): void {
  $unsent.set(
    (read() ?? []).map((one) => {
      const isLate = Date.now() - one.at > SENT_BY_ITSELF_MS;
      return { ...one, state: one.state === 'stopped' || isLate ? 'stopped' : 'waiting' };
    }),
  );
}

/** Another tab may have added to it. */
export function changeUnsent(how: (list: readonly Unsent[]) => readonly Unsent[]): void {
  const list = how(read() ?? $unsent.get());
  $unsent.set(list);
  const owner = ownerOf();
  if (owner !== null) keepMessages('unsent', owner, list);
}

export const addUnsent = (one: Unsent): void => changeUnsent((list) => [...list, one]);

export const removeUnsent = (clientId: string): void =>
  changeUnsent((list) => list.filter((one) => one.clientId !== clientId));

export const noteUnsent = (clientId: string, state: Unsent['state'], label: ErrorLabel | null = null): void =>
  changeUnsent((list) => list.map((one) => (one.clientId === clientId ? { ...one, state, label } : one)));
