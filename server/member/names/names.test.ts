import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { inEachLocale, locales } from '#contract/locales.ts';
import { readBasicInfo, register } from '#contract/member/account/account-calls.ts';
import { changeUsername } from '#contract/member/settings/settings-calls.ts';
import { foldLookAlikes, refuseUsername } from '#contract/member/usernames.ts';
import { matchesName, searchWords } from '#contract/performers/directory/search.ts';
import { nameMatches } from '#server/db/expressions.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { performers } from '#server/performers/tables.ts';
import { makeMember, makePerformer } from '#server/testing/make.ts';
import { eraseAccount } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor, variantOf } from '#server/testing/test-app.ts';
import { members } from '../tables.ts';
import { guestName, memberName, memberNames } from './chat-name.ts';
import { openNameWords } from './insults.ts';

const server = startTestApp();
beforeEach(() => {
  server.pushes.length = 0;
});

const password = 'Plein-16';

async function registered(email: string, lang: string): Promise<number> {
  await callApp(server, register, { email, password }, { 'x-lang': lang });
  const [row] = await server.deps.db.select().from(members).where(eq(members.email, email));
  return row?.id ?? 0;
}

describe('a member without a username', () => {
  it.each(locales)(
    'gets a lasting name made of words in the language of the registration (%s)',
    async (lang) => {
      const name = await memberName(server.deps, await registered(`anna-${lang}@example.com`, lang));
      const [, adjective = '', noun = ''] = /^([A-Z][a-z]+)([A-Z][a-z]+)\d{4}$/.exec(name) ?? [];
      expect(server.deps.brand.nameWords[lang].adjectives).toContain(adjective);
      expect(server.deps.brand.nameWords[lang].nouns).toContain(noun);
      const other = locales.find((locale) => locale !== lang) ?? lang;
      expect(server.deps.brand.nameWords[other].adjectives).not.toContain(adjective);
    },
  );

  it('has one unique name, even for concurrent requests', async () => {
    const [bram, carl] = [
      await registered('bram@example.com', 'nl'),
      await registered('carl@example.com', 'nl'),
    ];
    const chatNames = await Promise.all([bram, bram, bram].map((id) => memberName(server.deps, id)));
    expect(new Set(chatNames).size).toBe(1);
    expect(await memberName(server.deps, carl)).not.toBe(chatNames[0]);
  });

  it('is named with others at once, by a name of its own', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(await registered(`gijs${n}@example.com`, 'nl'));
    const [first, second] = await Promise.all([memberNames(server.deps, ids), memberNames(server.deps, ids)]);
    expect(new Set(first.values()).size).toBe(ids.length);
    expect(second).toEqual(first);
    expect(await memberNames(server.deps, [...ids, 999_999])).toEqual(first);
  });

  it('never gets the name of a performer or another member', async () => {
    const words = { adjectives: ['Kalme'], nouns: ['Haven'] };
    const few = variantOf(server, { brand: { ...server.deps.brand, nameWords: inEachLocale(() => words) } });
    const ending = (digit: number) =>
      sql.raw(`(select 'KalmeHaven' || n from generate_series(${1000 + digit}, 9999, 10) n) as taken (name)`);
    for (const digit of [0, 2])
      await server.deps.db.execute(sql`insert into performer (username, username_folded, date_of_birth, gender)
        select upper(name), lower(name), '1990-01-01', 'female' from ${ending(digit)}`);
    await server.deps.db.execute(sql`insert into member (email, email_folded, username, username_folded, password_hash)
      select name || '@example.com', name || '@example.com', name, lower(name), 'none' from ${ending(4)}`);
    const names: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const email = `dora${n}@example.com`;
      names.push(await memberName(few.deps, await makeMember(server.deps, { email, username: email })));
    }
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /[024]$/.test(name))).toEqual([]);
    await server.deps.db.delete(performers);
  });

  it('loses the name when the account is deleted', async () => {
    const id = await registered('eva@example.com', 'en');
    const name = await memberName(server.deps, id);
    await eraseAccount(server, bearer(await tokenFor(server.deps, 'member', id)));
    expect(JSON.stringify(await server.deps.db.select().from(members))).not.toContain(name);
  });

  it('is shown under a username as soon as it is chosen', async () => {
    const id = await registered('fien@example.com', 'nl');
    await memberName(server.deps, id);
    const headers = bearer(await tokenFor(server.deps, 'member', id));
    await callApp(server, changeUsername, { username: 'Fien_88' }, headers);
    expect(await memberName(server.deps, id)).toBe('Fien_88');
  });
});

it('a guest’s name is the same in all languages, and no member may choose one like it', () => {
  expect(guestName('4f2a9c1e-0000')).toBe('Anon-4f2a');
  expect(refuseUsername(guestName('4f2a9c1e-0000'))).toBe('registration.error.forbiddenWords');
});

describe('a performer with a member’s name', () => {
  const who = (token: string) => callApp(server, readBasicInfo, {}, bearer(token));

  it.each([
    ['the same', 'Gerda', 'Gerda'],
    ['one that reads like it', 'H3nrike', 'Henrike'],
    ['one in other letters', 'Ingrid', 'Ingгid'],
  ])('gets it: the member with %s is given a new one, and told', async (_, username, performer) => {
    const id = await makeMember(server.deps, { username });
    const other = await makeMember(server.deps);
    const token = await tokenFor(server.deps, 'member', id);
    await makePerformer(server.deps, { username: performer });
    await runDueWork(server.outbox);
    const { username: newName } = await who(token);
    expect(newName).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
    expect(server.pushes).toEqual([{ to: `member:${id}`, name: 'member-changed', payload: {} }]);
    expect((await who(await tokenFor(server.deps, 'member', other))).username).toMatch(/^lid\d+$/);
    const again = callApp(server, changeUsername, { username }, bearer(token));
    await expect(again).rejects.toMatchObject({ label: 'badRequest.forbiddenWords' });
  });

  it('gets it after a rename, too, and the outbox work is idempotent', async () => {
    const id = await makeMember(server.deps, { username: 'Jolanda' });
    const performer = await makePerformer(server.deps, { username: 'Somebody_else' });
    const named = { username: 'Jolanda', usernameFolded: 'jolanda' };
    for (const change of [named, { ...named, username: 'JOLANDA' }])
      await server.deps.db.update(performers).set(change).where(eq(performers.id, performer));
    await runDueWork(server.outbox);
    expect(server.pushes.filter(({ to }) => to === `member:${id}`)).toHaveLength(1);
  });

  it('takes nothing from a member whose name is the e-mail address', async () => {
    const id = await registered('kim@example.com', 'nl');
    await makePerformer(server.deps, { username: 'kim@example.com' });
    await runDueWork(server.outbox);
    expect((await who(await tokenFor(server.deps, 'member', id))).username).toBe('kim@example.com');
  });
});

it('the database folds look-alikes like the code does', async () => {
  const letters =
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- .!|$@€éÉñçøØłŁıßæɑɡɩɪ' +
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѕіјһԁԛԝӏЅІЈҺԀԚԜӀ' +
    'αβγδεζηθικλμνξοπρστυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ\u00ad\u200b\ufeff\u0301ﬁ①𝐅Ｆ美😀';
  const names = fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 24 }), {
    numRuns: 2000,
    seed: 7,
  });
  const every = [...letters, ...names, 'rnarnvvv', 'vvv', 'aaa', ''];
  const { rows } = (await server.deps.db.execute(
    sql`select fold_look_alikes(name) as folded from jsonb_array_elements_text(${JSON.stringify(every)}::jsonb)
        with ordinality as given (name, place) order by place`,
  )) as unknown as { rows: { folded: string }[] };
  expect(rows.map(({ folded }) => folded)).toEqual(every.map(foldLookAlikes));
});

it('the database makes words for searching like the code does, and finds by the same rule', async () => {
  const letters = "aAbBzZ019_-–— .'’‘`´＇%\\\\éÉñçøØłŁđĐðÐıßæÆœŒＹａ①ﬁ\u0301";
  const sample = (seed: number) =>
    fc.sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }), { numRuns: 300, seed });
  const pairs = sample(1).map((name, index) => [name, sample(2)[index]?.slice(0, index % 4) ?? ''] as const);
  const found = [];
  for (const [name, typed] of pairs) {
    const { rows } = (await server.deps.db.execute(
      sql`select words, ${nameMatches(sql`words`, typed)} as found from search_words(${name}) as words`,
    )) as unknown as { rows: { words: string; found: boolean }[] };
    found.push(rows[0]);
  }
  expect(found).toEqual(
    pairs.map(([name, typed]) => ({ words: searchWords(name), found: matchesName(name, typed) })),
  );
});

describe('the words of random names', () => {
  it('form valid usernames in every combination', async () => {
    const words = await openNameWords();
    for (const { adjectives, nouns } of locales.map((locale) => words[locale])) {
      expect(new Set([...adjectives, ...nouns]).size).toBe(adjectives.length + nouns.length);
      const refused = adjectives.flatMap((adjective) =>
        nouns.map((noun) => `${adjective}${noun}1000`).filter((name) => refuseUsername(name) !== null),
      );
      expect(refused).toEqual([]);
    }
  });

  it.each([
    ['is missing', null, 'nl.json: this file is missing'],
    ['is no JSON', '{', 'nl.json: '],
    ['has too few words', '{"adjectives":[],"nouns":[]}', 'nl.json: adjectives'],
  ])('stop the start if a file %s, and the message names it', async (_, text, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'names-'));
    if (text !== null) await writeFile(join(folder, 'nl.json'), text);
    await expect(openNameWords(folder)).rejects.toThrow(message);
    await rm(folder, { recursive: true });
  });
});
