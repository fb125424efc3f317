import * as z from 'zod/mini';
import { $party } from '../party/party.ts';

const draftsSchema = z.record(z.string(), z.string());

const read = (): Readonly<Record<string, string>> =>
  draftsSchema.safeParse($party.get().readKept('drafts')).data ?? {};

/** The unsent text to a recipient in this tab. */
export const draftFor = (recipient: number): string => read()[recipient] ?? '';

/** Removes an empty one. */
export function keepDraft(recipient: number, text: string): void {
  const { [recipient]: _, ...others } = read();
  const drafts = text === '' ? others : { ...others, [recipient]: text };
  $party.get().keep('drafts', Object.keys(drafts).length > 0 ? drafts : null);
}
