import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { fieldVersion } from '#contract/form-version.ts';
import { listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { readProfile } from '#contract/performers/profile/profile-calls.ts';
import { readStudioProfile, saveStudioProfile } from '#contract/studio/profile-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';

describe.each(databaseKinds())('a performer’s own profile on $name', (database) => {
  const test = startTestApp({ on: database });

  type Change = InputOf<typeof saveStudioProfile>;
  const save = ({ token }: TestPerformer, change: Change, on = test) =>
    callApp(on, saveStudioProfile, change, bearer(token));
  const read = ({ token }: TestPerformer) => callApp(test, readStudioProfile, {}, bearer(token));
  const shown = ({ username }: TestPerformer, lang = 'nl') => callApp(test, readProfile, { username, lang });
  const store = ({ id }: TestPerformer, set: Partial<typeof performers.$inferInsert>) =>
    test.deps.db.update(performers).set(set).where(eq(performers.id, id));
  const rowOf = async ({ id }: TestPerformer) =>
    (await test.deps.db.select().from(performers).where(eq(performers.id, id)))[0];
  const actsOf = async ({ id }: TestPerformer) =>
    (
      await test.deps.db
        .select({ act: auditRows.act, subject: auditRows.subject })
        .from(auditRows)
        .where(eq(auditRows.actor, `performer:${id}`))
        .orderBy(auditRows.id)
    ).map(({ act, subject }) => `${act} ${subject}`);

  it('is shown to visitors as she saves it', async () => {
    const vera = await aPerformer(test);
    await save(vera, {
      fields: { hairColor: 'red', languages: ['nl', 'de'], luckyNumber: 7, tattoo: true, city: ' Delft ' },
    });
    await save(vera, { textsIn: 'nl', texts: { motto: 'Rustig aan', hobbies: 'Lezen' } });
    await save(vera, { textsIn: 'de', texts: { motto: 'Immer mit der Ruhe' } });
    const expected = { hairColor: 'red', luckyNumber: 7, tattoo: true, city: 'Delft', languageBitflag: 5 };
    expect(await shown(vera)).toMatchObject({
      fields: expected,
      languages: ['nl', 'de'],
      motto: 'Rustig aan',
      texts: { nl: { motto: 'Rustig aan', hobbies: 'Lezen' }, de: { motto: 'Immer mit der Ruhe' } },
    });
    expect(await read(vera)).toMatchObject({
      username: vera.username,
      fields: { hairColor: 'red', languages: ['nl', 'de'], piercings: false, cybertoy: false },
      texts: { nl: { motto: 'Rustig aan' }, de: { motto: 'Immer mit der Ruhe' } },
    });
  });

  it('changes only what is sent; null and empty texts remove', async () => {
    const vera = await aPerformer(test);
    const picture = { picture: 'v1', color: '#123456', country: 'nl' };
    await store(vera, { profile: { ...picture, zodiac: 'leo', orientation: 'gay' }, eyeColor: 'blue' });
    await save(vera, { textsIn: 'nl', texts: { motto: 'Hoi', bio: 'Dag' } });
    await save(vera, { fields: { zodiac: null }, textsIn: 'nl', texts: { bio: '' } });
    expect(await rowOf(vera)).toMatchObject({
      profile: { ...picture, orientation: 'gay' },
      eyeColor: 'blue',
      texts: { nl: { motto: 'Hoi' } },
    });
    await save(vera, { fields: { eyeColor: null }, textsIn: 'nl', texts: { motto: ' ' } });
    expect(await rowOf(vera)).toMatchObject({ eyeColor: null, texts: {} });
  });

  it('does not replace what another tab has stored, and saves fields that no other has', async () => {
    const vera = await aPerformer(test);
    await save(vera, { textsIn: 'nl', texts: { motto: 'Kalm' }, fields: { city: 'Delft' } });
    const seen = { motto: fieldVersion('Kalm'), bio: fieldVersion(''), city: fieldVersion('Delft') };
    await save(vera, { textsIn: 'nl', texts: { motto: 'Rustig' }, seen });
    await save(vera, { textsIn: 'nl', texts: { bio: 'Hoi' }, fields: { city: 'Gouda' }, seen });
    const late = { textsIn: 'nl', texts: { motto: 'Wild', bio: 'Dag' }, seen } as const;
    const refused = await save(vera, late).catch((error: unknown) => error);
    expect(refused instanceof AppError && [refused.label, refused.fields]).toEqual([
      'badRequest.form.changed',
      ['motto', 'bio'],
    ]);
    // Sent twice, and in another language.
    await save(vera, { textsIn: 'nl', texts: { motto: 'Rustig' }, seen });
    await save(vera, { textsIn: 'de', texts: { motto: 'Ruhig' }, seen: { motto: fieldVersion('') } });
    expect((await read(vera)).texts).toEqual({ nl: { motto: 'Rustig', bio: 'Hoi' }, de: { motto: 'Ruhig' } });
  });

  it('keeps the code of her toy, and gives a new toy the first one', async () => {
    const [vera, mila] = [await aPerformer(test), await aPerformer(test)];
    await store(vera, { cybertoy: 3 });
    for (const who of [vera, mila]) await save(who, { fields: { cybertoy: true } });
    expect((await rowOf(vera))?.cybertoy).toBe(3);
    expect((await rowOf(mila))?.cybertoy).toBe(1);
    await save(vera, { fields: { cybertoy: false } });
    expect((await rowOf(vera))?.cybertoy).toBe(0);
  });

  it('moves her in lists by what she saves', async () => {
    const vera = await aPerformer(test);
    const found = async () => {
      const filter = { hairColor: ['grey' as const], eyeColor: undefined, userIds: [vera.id] };
      const { result } = await callApp(test, listPerformers, { filter });
      return result.length;
    };
    expect(await found()).toBe(0);
    await save(vera, { fields: { hairColor: 'grey' } });
    expect(await found()).toBe(1);
  });

  it('refuses links, contact details and forbidden words, and names the fields', async () => {
    const vera = await aPerformer(test);
    const texts = {
      motto: 'Bel 06 12345678',
      bio: 'Kijk op www.vera.example.com',
      hobbies: 'Lezen',
      music: 'vera@example.com',
    };
    const refusal = await save(vera, { textsIn: 'nl', texts, fields: { city: 'telegram @vera88' } }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({
      label: 'badRequest.profile.words',
      fields: ['city', 'motto', 'bio', 'music'],
    });
    expect((await rowOf(vera))?.texts).toEqual({});
    const { config, brand } = test.deps;
    const off = variantOf(test, {
      config: { ...config, contactDetails: 'off' },
      brand: { ...brand, forbiddenWords: ['bananen'] },
    });
    await save(vera, { textsIn: 'nl', texts: { motto: 'Bel 06 12345678' } }, off);
    const forbidden = save(vera, { textsIn: 'nl', texts: { motto: 'Bananen' } }, off);
    await expect(forbidden).rejects.toThrow('badRequest.profile.words');
  });

  it('is recorded once for each change, without its texts', async () => {
    const vera = await aPerformer(test);
    const change: Change = { textsIn: 'en', texts: { motto: 'Easy' }, fields: { tattoo: false } };
    for (let times = 0; times < 3; times += 1) await save(vera, change);
    expect(await actsOf(vera)).toEqual([`performer.profile-changed performer:${vera.id}`]);
  });

  it('keeps both of two simultaneous changes', async () => {
    const vera = await aPerformer(test);
    await Promise.all([
      save(vera, { fields: { zodiac: 'leo' }, textsIn: 'nl', texts: { motto: 'Hoi' } }),
      save(vera, { fields: { decency: 2 }, textsIn: 'en', texts: { motto: 'Hi' } }),
    ]);
    expect(await read(vera)).toMatchObject({
      fields: { zodiac: 'leo', decency: 2 },
      texts: { nl: { motto: 'Hoi' }, en: { motto: 'Hi' } },
    });
  });

  it('cannot change what belongs to the operator', async () => {
    const vera = await aPerformer(test);
    for (const name of ['username', 'dateOfBirth', 'gender', 'nonude', 'rating', 'picture', 'categories'])
      await expect(save(vera, { fields: { [name]: 'x' } as never })).rejects.toThrow('invalid.input');
    await expect(save(vera, { texts: { picture: 'x' } as never })).rejects.toThrow('invalid.input');
  });

  it('shows stored values that are no longer offered', async () => {
    const vera = await aPerformer(test);
    await store(vera, { hairColor: 'purple', texts: { nl: { motto: 'x'.repeat(500) } } });
    expect(await read(vera)).toMatchObject({ fields: { hairColor: 'purple' } });
  });

  it('is hers only, and needs the studio', async () => {
    const [vera, anna] = [await aPerformer(test), await aMember(test)];
    await expect(callApp(test, readStudioProfile, {}, bearer(anna.token))).rejects.toThrow('unauthorized');
    await expect(callApp(test, saveStudioProfile, {})).rejects.toThrow('unauthorized');
    const off = variantOf(test, { brand: { ...test.deps.brand, hasFeature: (name) => name !== 'studio' } });
    await expect(save(vera, {}, off)).rejects.toThrow('badRequest.notFound');
    await store(vera, { removedAt: test.clock.now(), onlineStatus: 0 });
    await expect(save(vera, { fields: { tattoo: true } })).rejects.toThrow('unauthorized');
  });
});
