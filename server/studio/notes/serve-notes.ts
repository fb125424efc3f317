import { fileMoment } from '#contract/day.ts';
import { localeOr } from '#contract/locales.ts';
import { csvDialects, csvLine } from '#contract/wallet/csv.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requirePerformer } from '#server/identity/caller.ts';
import { memberNames } from '#server/member/names/chat-name.ts';
import { notesOf } from '#server/performers/notes/notes.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Required for spreadsheets to read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

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
  const lines = notes.map(({ memberId, text, savedAt }) =>
    csvLine([names.get(memberId) ?? '', text, fileMoment(savedAt)], dialect),
  );
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${texts.file}.csv"`,
      'Cache-Control': 'no-store',
    },
    body: BYTE_ORDER_MARK + csvLine(texts.heads, dialect) + lines.join(''),
  };
}
