import * as z from 'zod/mini';
import { keepMessages, readMessages } from '../../shell/kept/messages.ts';
import { ownerOf } from '../inbox/previews.ts';

const draftsSchema = z.record(z.string(), z.string());

const read = (owner: string): Readonly<Record<string, string>> =>
  draftsSchema.safeParse(readMessages('drafts', owner)).data ?? {};

/** The unsent text to a performer in this tab. */
export function draftFor(performer: number): string {
  const owner = ownerOf();
  return owner === null ? '' : (read(owner)[performer] ?? '');
}

/** Removes an empty one. */
export function keepDraft(performer: number, text: string): void {
  const owner = ownerOf();
  if (owner === null) return;
  const { [performer]: _, ...others } = read(owner);
  const drafts = text === '' ? others : { ...others, [performer]: text };
  keepMessages('drafts', owner, Object.keys(drafts).length > 0 ? drafts : null);
}
