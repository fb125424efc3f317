import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { locales } from '#contract/locales.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { documentTexts } from '#server/content/documents.ts';
import type { Db } from '#server/ports/database.ts';
import { allTables } from '#server/testing/rules/declarations.ts';
import { allPersonalData } from './personal-data.ts';

it('includes every table with a member', async () => {
  const handled = allPersonalData.flatMap(({ tables }) => tables);
  const withMember = (await allTables()).filter(({ table }) =>
    Object.values(getTableColumns(table)).some(({ name }) => name === 'member_id'),
  );
  expectJoined(
    withMember
      .map(({ table, file }) => ({ name: getTableName(table), file }))
      .filter(({ name }) => !handled.includes(name))
      .map(
        ({ name, file }) =>
          `The table ${name} of ${file} has a column member_id, but is neither downloaded nor erased: add it to server/boot/personal-data/personal-data.ts`,
      ),
  );
});

/** A keyed hash, and of operators and logins at the desk the first part of an address: the privacy statement names both. */
const named = ['sign_up_network.network_hash', 'report.network_hash', 'audit.network'];

it('has no column for an internet address', async () => {
  expectJoined(
    (await allTables()).flatMap(({ table, file }) =>
      Object.values(getTableColumns(table))
        .filter(({ name }) => /(^|_)(ip|inet|network|client_ip|remote_address)(_|$)/.test(name))
        .filter(({ name }) => !named.includes(`${getTableName(table)}.${name}`))
        .map(
          ({ name }) =>
            `The table ${getTableName(table)} of ${file} has a column ${name}: the privacy statement says that no internet address is stored`,
        ),
    ),
  );
});

/** A database in which every query finds nothing. */
const empty: Db = new Proxy((() => empty) as never, {
  get: (_, name) => (name === 'then' ? (done: (rows: unknown[]) => void) => done([]) : empty),
});

it('describes every file of the download in every language', async () => {
  const read = await Promise.all(allPersonalData.map((data) => data.read(empty, 1)));
  const files = read.flatMap(Object.keys);
  expect(files.length).toBeGreaterThan(25);
  expectJoined(
    locales.flatMap((locale) =>
      files
        .filter((file) => !Object.hasOwn(documentTexts.in(locale).personalData.about, file))
        .map(
          (file) =>
            `The file ${file} of the personal data is not described: add it to personalData.about in src/content/documents/${locale}.json`,
        ),
    ),
  );
});
