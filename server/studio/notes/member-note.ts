import { fileMoment } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { fieldVersion, refuseStale } from '#contract/form-version.ts';
import { localeOr } from '#contract/locales.ts';
import type {
  readMemberNote as readMemberNoteCall,
  saveMemberNote as saveMemberNoteCall,
} from '#contract/studio/note-calls.ts';
import { csvDialects } from '#contract/wallet/csv.ts';
import { csvFile } from '#server/calls/csv-file.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { wasInRoom } from '#server/chat/session/reads.ts';
import { documentTexts } from '#server/content/documents.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { holdMember } from '#server/member/account/find-member.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { conversationsWith } from '#server/messaging/reads.ts';
import { notesAbout, notesOf, storeNote } from '#server/performers/notes/notes.ts';
import { holdPerformer } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readMemberNote(
  deps: Deps,
  caller: Caller,
  { memberId }: ParsedInput<typeof readMemberNoteCall>,
): Promise<OutputOf<typeof readMemberNoteCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const note = (await notesAbout(deps.db, performerId, [memberId])).get(memberId);
  return { text: note?.text ?? '', savedAt: note?.savedAt.toISOString() ?? null };
}

/**
 * Throws `badRequest.notFound` for a member she has never met: otherwise numbers would tell who has an account. Throws
 * `badRequest.form.changed` if another page has saved meanwhile.
 */
export async function saveMemberNote(
  deps: Deps,
  caller: Caller,
  { memberId, text, seen }: ParsedInput<typeof saveMemberNoteCall>,
): Promise<true> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('studio-profile', `performer ${performerId}`);
  await deps.db.transaction(async (tx) => {
    // Both rows are held, so that a removal of either account comes before or after; hers orders simultaneous notes.
    if (!(await holdPerformer(tx, performerId, 'no key update')))
      throw new AppError('badRequest.unauthorized');
    if (!((await holdMember(tx, memberId)) && (await hasMet(tx, performerId, memberId))))
      throw new AppError('badRequest.notFound');
    const stored = (await notesAbout(tx, performerId, [memberId])).get(memberId)?.text;
    refuseStale({
      seen: seen === undefined ? undefined : fieldVersion(seen),
      stored: fieldVersion(stored),
      sent: fieldVersion(text),
    });
    await storeNote(tx, { performerId, memberId, text, savedAt: deps.now() });
    tx.afterCommit(() => deps.events.record('performer.note-saved', { performer: performerId }));
  });
  return true;
}

async function hasMet(tx: Tx, performerId: number, memberId: number): Promise<boolean> {
  if (await wasInRoom(tx, { performerId, memberId })) return true;
  const side = { side: 'performer', id: performerId } as const;
  return (await conversationsWith(tx, side, [memberId])).size > 0;
}

/** The performer's own notes, oldest first, as CSV for spreadsheets of the requested language. */
export async function serveNotes(deps: Deps, { caller, query }: RawRequest): Promise<RawAnswer> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  await deps.limits.take('settings-money', `performer ${performerId}`);
  const notes = await notesOf(deps.db, performerId);
  const names = await memberNames(
    deps,
    notes.map(({ memberId }) => memberId),
  );
  const lang = localeOr(query.get('lang') ?? '');
  const [texts, dialect] = [documentTexts.in(lang).notes, csvDialects[lang]];
  const lines = notes.map(({ memberId, text, savedAt }) => [
    names.get(memberId) ?? '',
    text,
    fileMoment(savedAt),
  ]);
  return csvFile(`${texts.file}`, dialect, [texts.heads, ...lines]);
}
