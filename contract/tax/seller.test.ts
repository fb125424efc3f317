import { describe, expect, it, test } from 'vitest';
import {
  heldFrom,
  isMailDue,
  monthsOfQuarter,
  quarterOf,
  refuseSeller,
  type SellerRequest,
  sellerStateOf,
} from './seller.ts';
import { isTaxNumber, isVatNumber } from './tax-numbers.ts';

const now = new Date('2026-12-01T12:00:00Z');
const vera = {
  firstName: 'Vera',
  lastName: 'de Vries',
  street: 'Plein 1',
  postcode: '1011 AA',
  city: 'Amsterdam',
  country: 'NL',
  dateOfBirth: '1995-05-05',
  taxNumber: '1112.22.333',
  taxCountry: 'NL',
  birthCity: '',
  birthCountry: '',
  vatNumber: '',
  iban: 'NL91 ABNA 0417 1643 00',
  accountHolder: '',
};

describe('details of a performer', () => {
  it('are complete with a tax number', () => expect(refuseSeller(vera, now)).toEqual([]));

  it('need a place of birth without one', () => {
    const without = { ...vera, taxNumber: '', taxCountry: '' };
    expect(refuseSeller(without, now)).toEqual(['birthCity', 'birthCountry']);
    expect(refuseSeller({ ...without, birthCity: 'Gent', birthCountry: 'BE' }, now)).toEqual([]);
  });

  test.each([
    [{ taxNumber: '111222334' }, 'taxNumber'],
    [{ taxNumber: '12345678901', taxCountry: 'PT' }, 'taxNumber'],
    [{ vatNumber: 'NL123' }, 'vatNumber'],
    [{ iban: 'NL91ABNA0417164301' }, 'iban'],
    [{ dateOfBirth: '2015-01-01' }, 'dateOfBirth'],
    [{ country: 'ZZ' }, 'country'],
    [{ city: ' ' }, 'city'],
  ])('are refused with %j', (changes, field) => {
    expect(refuseSeller({ ...vera, ...changes }, now)).toEqual([field]);
  });

  test.each([
    ['DE', '12 345 678 901'],
    ['IE', '1234567FA'],
    ['IT', 'RSSMRA85T10A562S'],
    ['ES', 'X1234567L'],
    ['US', '123-45-6789'],
  ])('may have the tax number of %s', (country, number) => expect(isTaxNumber(country, number)).toBe(true));

  it('may have a VAT number of a member state', () => {
    expect(['NL000099998B57', 'EL123456789', 'FRXX123456789'].map(isVatNumber)).toEqual([true, true, true]);
    expect(isVatNumber('GB123456789')).toBe(false);
  });
});

describe('the request for them', () => {
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
  const requestWith = (reminders: number): SellerRequest => ({ askedAt: now, savedAt: null, reminders });

  it('is repeated twice before payouts are held', () => {
    expect(isMailDue({ askedAt: null, savedAt: null, reminders: 0 }, 60, now)).toBe(true);
    expect([19, 20].map((day) => isMailDue(requestWith(0), 60, days(day)))).toEqual([false, true]);
    expect([39, 40].map((day) => isMailDue(requestWith(1), 60, days(day)))).toEqual([false, true]);
    expect(isMailDue(requestWith(2), 60, days(400))).toBe(false);
  });

  it('holds payouts after its days, if both reminders were sent', () => {
    expect([59, 60].map((day) => sellerStateOf(requestWith(2), 60, days(day)))).toEqual(['reminded', 'held']);
    expect(sellerStateOf(requestWith(1), 60, days(90))).toBe('reminded');
    expect(sellerStateOf({ ...requestWith(2), savedAt: now }, 60, days(90))).toBe('given');
    expect(heldFrom(requestWith(0), 60)).toEqual(days(60));
  });

  it('is never made with no days', () => {
    expect(isMailDue({ askedAt: null, savedAt: null, reminders: 0 }, 0, now)).toBe(false);
    expect(sellerStateOf(requestWith(2), 0, days(90))).toBe('unasked');
  });
});

it('knows the quarter of a day', () => {
  expect(['2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOf)).toEqual([
    '2026-Q1',
    '2026-Q2',
    '2026-Q4',
  ]);
  expect(monthsOfQuarter('2026-Q4')).toEqual({ first: '2026-10', next: '2027-01' });
});
