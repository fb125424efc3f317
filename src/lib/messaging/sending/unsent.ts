import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { type ErrorLabel, errorLabels } from '#contract/errors.ts';
import { $party } from '../party/party.ts';

const unsentSchema = z.object({
  /** Same for every retry: the server stores and charges it once. */
  clientId: z.string(),
  recipient: z.int(),
  /** Null if there was no conversation yet. */
  conversation: z.nullable(z.int()),
  text: z.string(),
  /** Id of an uploaded photo; the server keeps it for a day. */
  attachment: z._default(z.nullable(z.string()), null),
  /** ms since the epoch. */
  at: z.number(),
  /** `waiting` is sent by itself, `stopped` only on the writer's request. */
  state: z.enum(['sending', 'waiting', 'stopped']),
  /** Why the server refused it. */
  label: z.nullable(z.enum(errorLabels)),
});
export type Unsent = z.infer<typeof unsentSchema>;

/** ms after which a message, and its charge, is no longer sent by itself. */
export const SENT_BY_ITSELF_MS = 3_600_000;

/** Messages not confirmed by the server, in writing order. */
export const $unsent = atom<readonly Unsent[]>([]);

const read = (): readonly Unsent[] | null =>
  z.array(unsentSchema).safeParse($party.get().readKept('unsent')).data ?? null;

/** Restores what an earlier page of this person left unsent. */
export function restoreUnsent(): void {
  $unsent.set(
    (read() ?? []).map((one) => {
      const isLate = Date.now() - one.at > SENT_BY_ITSELF_MS;
      return { ...one, state: one.state === 'stopped' || isLate ? 'stopped' : 'waiting' };
    }),
  );
}

/** Reads the stored list first: another tab may have added to it. */
function changeUnsent(how: (list: readonly Unsent[]) => readonly Unsent[]): void {
  const list = how(read() ?? $unsent.get());
  $unsent.set(list);
  $party.get().keep('unsent', list);
}

export const addUnsent = (one: Unsent): void => changeUnsent((list) => [...list, one]);

export const removeUnsent = (clientId: string): void =>
  changeUnsent((list) => list.filter((one) => one.clientId !== clientId));

export const noteUnsent = (clientId: string, state: Unsent['state'], label: ErrorLabel | null = null): void =>
  changeUnsent((list) => list.map((one) => (one.clientId === clientId ? { ...one, state, label } : one)));

/** Unsent pictures of this page: after a reload an unsent photo is shown as text only. */
const pictures = new Map<string, string>();

export function rememberPhoto(id: string, photo: Blob): void {
  pictures.set(id, URL.createObjectURL(photo));
}

/** An object URL, valid on this page only. */
export const ownPhoto = (id: string): string | null => pictures.get(id) ?? null;

export function forgetPhoto(id: string): void {
  const address = pictures.get(id);
  if (address) URL.revokeObjectURL(address);
  pictures.delete(id);
}

const draftsSchema = z.record(z.string(), z.string());

const readDrafts = (): Readonly<Record<string, string>> =>
  draftsSchema.safeParse($party.get().readKept('drafts')).data ?? {};

/** The unsent text to a recipient in this tab. */
export const draftFor = (recipient: number): string => readDrafts()[recipient] ?? '';

/** Removes an empty one. */
export function keepDraft(recipient: number, text: string): void {
  const { [recipient]: _, ...others } = readDrafts();
  const drafts = text === '' ? others : { ...others, [recipient]: text };
  $party.get().keep('drafts', Object.keys(drafts).length > 0 ? drafts : null);
}
