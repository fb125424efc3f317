import { eq } from 'drizzle-orm';
import { strToU8 } from 'fflate';
import { dayOf, TIME_ZONE } from '#contract/day.ts';
import { defaultLocale, type Locale } from '#contract/locales.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { zipStream } from '#server/calls/zip-file.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PersonalFile } from '#server/ports/personal-data.ts';
import { members } from '../tables.ts';

/** Everything about the caller, as a ZIP of JSON files, a guide to them, and the pictures. */
export async function readPersonalData(deps: Deps, { caller }: RawRequest): Promise<RawAnswer> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('personal-data', `member ${memberId}`);
  const now = deps.now();
  const language = await languageOf(deps, memberId);
  const files: Record<string, unknown> = {};
  for (const data of deps.personalData) Object.assign(files, await data.read(deps.db, memberId));
  await recordAct(deps.db, caller, { act: 'member.data-read', at: now });
  deps.events.record('member.data-read', { member: memberId });
  const day = dayOf(now);
  return {
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${documentTexts.in(language).personalData.archive}-${day}.zip"`,
    },
    body: zipStream(
      allFiles(deps, memberId, { ...jsonFiles(files), ...guideTo(Object.keys(files), { language, now }) }),
    ),
  };
}

async function languageOf({ db }: Deps, memberId: number): Promise<Locale> {
  const [row] = await db.select({ language: members.language }).from(members).where(eq(members.id, memberId));
  return row?.language ?? defaultLocale;
}

const jsonFiles = (files: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([name, rows]) => [`${name}.json`, `${JSON.stringify(rows, null, 2)}\n`]),
  );

async function* allFiles(
  deps: Deps,
  memberId: number,
  texts: Readonly<Record<string, string>>,
): AsyncGenerator<PersonalFile> {
  for (const [name, text] of Object.entries(texts)) yield { name, content: strToU8(text) };
  for (const { files } of deps.personalData) if (files) yield* files(deps, memberId);
}

/** Returns a text file that describes the others. Throws for an unknown file. */
function guideTo(
  files: readonly string[],
  { language, now }: { language: Locale; now: Date },
): Record<string, string> {
  const { file, head, about, foot } = documentTexts.in(language).personalData;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: TIME_ZONE }).format(now);
  const lines = files.map((name) => {
    if (!Object.hasOwn(about, name))
      throw new Error(`documents/${language}.json: personalData.about lacks ${name}`);
    return `${name}.json: ${about[name]}`;
  });
  return { [file]: `${fill(head, { day })}\n\n${lines.join('\n')}\n\n${foot}\n` };
}
