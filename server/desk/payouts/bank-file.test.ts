import { describe, expect, it } from 'vitest';
import { BANK_FILE, listPayouts } from '#contract/desk/money/payout-calls.ts';
import { payoutCents } from '#contract/wallet/prices.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import { storeSeller } from '#server/performers/records/sellers.ts';
import { giveCredits } from '#server/testing/make.ts';
import { anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp, variantOf } from '#server/testing/test-app.ts';
import { bankFile } from './bank-file.ts';

const MONTH = '2026-10';
const account = { name: 'Vonk B.V. & Söhne <NL>', iban: 'NL91ABNA0417164300', bic: null };
const at = new Date('2026-11-20T12:00:00Z');
const transfer = {
  reference: 'PAYOUT-3-2026-10',
  holder: "Zoë O'Łódź & <co>",
  iban: 'DE89370400440532013000',
  cents: 1234,
};

/** Elements in order, with the text of those that have some. Throws unless every one is closed by its own name. */
function elementsOf(xml: string): (readonly [path: string, text: string])[] {
  const found: (readonly [string, string])[] = [];
  const open: string[] = [];
  for (const [, close, name = '', text = ''] of xml
    .replace(/^<\?xml.*\?>\n/, '')
    .matchAll(/<(\/?)([A-Za-z]+)[^>]*>([^<]*)/g)) {
    if (!close) {
      open.push(name);
      found.push([open.join('/'), text.trim()]);
    } else if (open.pop() !== name) throw new Error(`${name} closes another element`);
  }
  if (open.length > 0) throw new Error(`${open.join('/')} is not closed`);
  return found;
}
const textsOf = (xml: string, end: string) =>
  elementsOf(xml).flatMap(([path, text]) => (path.endsWith(end) ? [text] : []));

describe('the file for the bank', () => {
  it('has the elements of pain.001.001.09 in their order, in characters that every bank accepts', () => {
    const xml = bankFile({ account, month: MONTH, at }, [transfer]);
    expect(xml).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">');
    expect(xml).toContain('<InstdAmt Ccy="EUR">12.34</InstdAmt>');
    const root = 'Document/CstmrCdtTrfInitn/';
    expect(
      elementsOf(xml).flatMap(([path, text]) => (text ? [`${path.replace(root, '')}=${text}`] : [])),
    ).toEqual([
      expect.stringMatching(/^GrpHdr\/MsgId=2026-10-[\da-z]+$/),
      'GrpHdr/CreDtTm=2026-11-20T12:00:00.000Z',
      'GrpHdr/NbOfTxs=1',
      'GrpHdr/CtrlSum=12.34',
      'GrpHdr/InitgPty/Nm=Vonk B.V. . Sohne .NL.',
      expect.stringMatching(/^PmtInf\/PmtInfId=2026-10-[\da-z]+$/),
      'PmtInf/PmtMtd=TRF',
      'PmtInf/BtchBookg=true',
      'PmtInf/NbOfTxs=1',
      'PmtInf/CtrlSum=12.34',
      'PmtInf/PmtTpInf/SvcLvl/Cd=SEPA',
      'PmtInf/ReqdExctnDt/Dt=2026-11-20',
      'PmtInf/Dbtr/Nm=Vonk B.V. . Sohne .NL.',
      'PmtInf/DbtrAcct/Id/IBAN=NL91ABNA0417164300',
      'PmtInf/DbtrAgt/FinInstnId/Othr/Id=NOTPROVIDED',
      'PmtInf/ChrgBr=SLEV',
      'PmtInf/CdtTrfTxInf/PmtId/EndToEndId=PAYOUT-3-2026-10',
      'PmtInf/CdtTrfTxInf/Amt/InstdAmt=12.34',
      'PmtInf/CdtTrfTxInf/Cdtr/Nm=Zoe O&apos;lodz . .co.',
      'PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN=DE89370400440532013000',
      'PmtInf/CdtTrfTxInf/RmtInf/Ustrd=PAYOUT-3-2026-10',
    ]);
    const withBic = bankFile({ account: { ...account, bic: 'ABNANL2A' }, month: MONTH, at }, [transfer]);
    expect(textsOf(withBic, 'FinInstnId/BICFI')).toEqual(['ABNANL2A']);
  });

  it.each([
    ['a wrong account number', { iban: 'DE89370400440532013001' }],
    ['half a cent', { cents: 12.5 }],
    ['nothing', { cents: 0 }],
  ])('is refused with %s', (_, wrong) => {
    expect(() => bankFile({ account, month: MONTH, at }, [{ ...transfer, ...wrong }])).toThrow(
      'cannot be transferred',
    );
  });
});

describe('the file of a month', () => {
  const test = startTestApp({
    environment: { PAYOUT_IBAN: 'NL91 ABNA 0417 1643 00', PAYOUT_NAME: 'Vonk B.V.' },
  });
  const earn = async (credits: number) => {
    const performer = await aPerformer(test);
    const owner = { kind: 'performer', owner: performer.id } as const;
    await giveCredits({ ...test.deps, now: () => new Date('2026-10-15T12:00:00Z') }, owner, credits);
    return performer;
  };
  const seller = {
    firstName: 'Vera',
    lastName: 'Jansen',
    street: 'Plein 1',
    postcode: '1011 AA',
    city: 'Amsterdam',
    country: 'NL' as const,
    dateOfBirth: '1995-05-05',
    taxNumber: '111222333',
    taxCountry: 'NL' as const,
    birthCity: '',
    birthCountry: '' as const,
    vatNumber: '',
    iban: 'DE89370400440532013000',
    accountHolder: '',
  };
  const load = async (role: 'finance' | 'support', app = test.app) => {
    const query = new URLSearchParams({ 'api-key': test.deps.config.apiKey, month: MONTH });
    return app.request(`${BANK_FILE}?${query}`, { headers: (await anOperator(test, role)).headers });
  };

  it('pays what the ledger owes to those with an account number, and names the others', async () => {
    const [vera, anna, bea] = [await earn(1000), await earn(2501), await earn(400)];
    const store = (performerId: number, changes = {}) =>
      storeSeller(test.deps.db, test.deps.config.secret, {
        performerId,
        seller: { ...seller, ...changes },
        at,
      });
    await store(vera.id);
    await store(anna.id, { accountHolder: 'Anna Beheer' });
    const { bank } = await callApp(
      test,
      listPayouts,
      { month: MONTH },
      (await anOperator(test, 'finance')).headers,
    );
    const xml = await (await load('finance')).text();
    const rate = test.deps.config.payoutRate ?? 0;
    const owed = await Promise.all(
      [vera, anna].map(async ({ id }) =>
        payoutCents(await balanceOf(test.deps.db, { kind: 'performer', owner: id }), rate),
      ),
    );
    const cents = owed.reduce((sum, one) => sum + one, 0);
    expect(bank).toEqual({ count: 2, cents, without: [bea.username] });
    expect(textsOf(xml, 'NbOfTxs')).toEqual(['2', '2']);
    expect(textsOf(xml, 'CtrlSum').map((sum) => Math.round(Number(sum) * 100))).toEqual([cents, cents]);
    const paid = textsOf(xml, 'InstdAmt').map((sum) => Math.round(Number(sum) * 100));
    expect(paid.toSorted((one, next) => one - next)).toEqual(owed.toSorted((one, next) => one - next));
    expect(textsOf(xml, 'Cdtr/Nm').sort()).toEqual(['Anna Beheer', 'Vera Jansen']);
    expect(textsOf(xml, 'EndToEndId').sort()).toEqual(
      [vera, anna].map(({ id }) => `PAYOUT-${id}-${MONTH}`).sort(),
    );
  });

  it('is for finance, and refused without an account of the operator', async () => {
    expect((await load('support')).status).toBe(403);
    const { app } = variantOf(test, { config: { ...test.deps.config, payoutAccount: null } });
    expect(await (await load('finance', app)).json()).toEqual({ label: 'badRequest.payout.stopped' });
  });
});
