import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dayOf } from '#contract/day.ts';
import { labelOf } from '#contract/errors.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { newKey, sealKey, unsealKey } from '#server/identity/factor/authenticator.ts';
import { factorRow, storeFactor } from '#server/identity/factor/factors.ts';
import { operators } from '#server/identity/tables.ts';
import { storeSeller } from '#server/performers/records/sellers.ts';
import { aSeller } from '#server/performers/records/testing.ts';
import { aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { activeModerator, emailOf } from '../account/testing.ts';
import { readIdentity, recordConsent, recordIdentity } from '../performers/record.ts';
import { reseal } from './read-house.ts';

const test = startTestApp();
const els = operatorCaller('els', 'the secret before was stolen');
const identity = {
  legalName: 'Johanna van der Linden',
  dateOfBirth: '1990-12-31',
  otherNames: ['Jo Bakkerhoven'],
  address: 'Plein 1, Amsterdam',
  document: 'passport' as const,
  numberEnd: '2014',
};

/** The product after a start with another SECRET. */
const withSecret = (secret: string) => ({ ...test.deps, config: { ...test.deps.config, secret } });

it('keeps records, names and keys readable after another SECRET', async () => {
  const { config, db, now } = test.deps;
  const { secret: before } = config;
  const [vera, lena] = [await aPerformer(test), await aPerformer(test)];
  const checkedOn = dayOf(now());
  for (const performer of [vera.id, lena.id])
    await recordIdentity(test.deps, els, { performer, identity, checkedOn });
  const consent = { version: '2026-01', acceptedOn: checkedOn };
  await recordConsent(test.deps, els, { ...consent, performer: vera.id, coPerformers: ['Jan Jansen'] });
  await recordConsent(test.deps, els, { ...consent, performer: lena.id, coPerformers: [] });
  await storeSeller(db, before, { performerId: vera.id, seller: aSeller, at: now() });
  await activeModerator(test, els, 'mod');
  const keyOf = async (deps: Pick<typeof test.deps, 'config'>) => {
    const [row] = await db
      .select()
      .from(operators)
      .where(eq(operators.email, emailOf('mod')));
    return unsealKey(deps, 'operator-code-key', row?.codeKey ?? new Uint8Array());
  };
  const key = await keyOf(test.deps);
  const hers = newKey();
  const codeKey = sealKey(test.deps, 'performer-code-key', hers);
  await storeFactor(db, vera.id, { codeKey, codePeriod: 1, codeSince: now() });

  const after = withSecret('another secret of more than 32 characters');
  const open = () => readIdentity(after, els, { performer: vera.id });
  expect(await open().catch(labelOf)).toBe('badRequest.identity.sealed');
  const wrong = { before: 'neither the present secret nor the one before' };
  expect(await reseal(after, els, wrong)).toEqual({
    'identity records': { resealed: 0, unreadable: 2 },
    'consents with names': { resealed: 0, unreadable: 1 },
    'payout and tax details': { resealed: 0, unreadable: 1 },
    'authenticator apps of operators': { resealed: 0, unreadable: 1 },
    'authenticator apps of performers': { resealed: 0, unreadable: 1 },
  });
  expect(await reseal(after, els, { before })).toEqual({
    'identity records': { resealed: 2, unreadable: 0 },
    'consents with names': { resealed: 1, unreadable: 0 },
    'payout and tax details': { resealed: 1, unreadable: 0 },
    'authenticator apps of operators': { resealed: 1, unreadable: 0 },
    'authenticator apps of performers': { resealed: 1, unreadable: 0 },
  });
  expect(await open()).toMatchObject({ ...identity, coPerformers: ['Jan Jansen'] });
  expect(await keyOf(after)).toEqual(key);
  const stored = (await factorRow(db, vera.id))?.codeKey ?? new Uint8Array();
  expect(Buffer.from(unsealKey(after, 'performer-code-key', stored))).toEqual(Buffer.from(hers));
  const again = Object.values(await reseal(after, els, { before }));
  expect(again).toEqual(again.map(() => ({ resealed: 0, unreadable: 0 })));
});
