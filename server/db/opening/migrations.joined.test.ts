import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { allTables } from '#server/testing/rules/declarations.ts';
import { migrationsFolder } from './require-upgradable.ts';
import { FIRST, LAST_BEFORE, readEntries } from './testing.ts';

const FOLDER = 'server/db/migrations';
const JOURNAL = `${FOLDER}/meta/_journal.json`;

const sqlFiles = async () => (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();

it('lists every file in the journal, in order and with increasing times', async () => {
  const [entries, files] = [await readEntries(), await sqlFiles()];
  const listed = entries.map(({ tag }) => `${tag}.sql`);
  expectJoined([
    ...files
      .filter((file) => !listed.includes(file))
      .map((file) => `${FOLDER}/${file} is in no row of ${JOURNAL}: add it there`),
    ...listed
      .filter((file) => !files.includes(file))
      .map((file) => `${file} of ${JOURNAL} is not in ${FOLDER}: remove its row`),
    ...entries
      .filter(({ when }, at) => (at < FIRST ? when !== LAST_BEFORE : when <= (entries[at - 1]?.when ?? 0)))
      .map(
        ({ tag }) =>
          `${tag} has a \`when\` that is not later than that of the row before it: raise it in ${JOURNAL}`,
      ),
  ]);
  expect(listed).toEqual(files);
});

it('never changes or removes a released migration', async () => {
  const entries = await readEntries();
  const rows = entries.map(async ({ tag, sha256 }, at) => {
    const number = String(at + 1).padStart(4, '0');
    const text = await readFile(join(migrationsFolder, `${tag}.sql`));
    const hash = createHash('sha256').update(text).digest('hex');
    return [
      tag.startsWith(`${number}_`)
        ? ''
        : `${tag} is not number ${number}: a released migration is never removed, and the next one gets the next number`,
      sha256 === hash
        ? ''
        : `${tag}.sql is not as it was released: restore it, and write the change as a new migration. ` +
          `If it is new itself, its row in ${JOURNAL} gets "sha256": "${hash}"`,
    ];
  });
  expectJoined((await Promise.all(rows)).flat().filter(Boolean));
});

it('creates every table of the code, and no other', async () => {
  const texts = (await sqlFiles()).map((file) => readFile(join(migrationsFolder, file), 'utf8'));
  const statements = (await Promise.all(texts))
    .join('\n')
    .matchAll(/^(CREATE|DROP) TABLE (?:IF EXISTS )?"?(\w+)/gim);
  const created = new Set<string>();
  for (const [, verb = '', name = ''] of statements)
    if (verb.toUpperCase() === 'CREATE') created.add(name);
    else created.delete(name);
  const declared = (await allTables()).map(({ table, file }) => ({ name: getTableName(table), file }));
  expectJoined([
    ...declared
      .filter(({ name }) => !created.has(name))
      .map(({ name, file }) => `The table ${name} of ${file} is created by no file of ${FOLDER}: add one`),
    ...[...created]
      .filter((name) => !declared.some((one) => one.name === name))
      .map(
        (name) =>
          `The table ${name} of ${FOLDER} is in no file tables.ts of server/: describe it in that of its chapter`,
      ),
  ]);
});
