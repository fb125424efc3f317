import type { Seller } from '#contract/tax/seller.ts';

/** Complete details of a performer in the Netherlands. */
export const aSeller: Seller = {
  firstName: 'Vera',
  lastName: 'de Vries',
  street: 'Plein 1',
  postcode: '1011 AA',
  city: 'Amsterdam',
  country: 'NL',
  dateOfBirth: '1995-05-05',
  taxNumber: '111222333',
  taxCountry: 'NL',
  birthCity: '',
  birthCountry: '',
  vatNumber: '',
  iban: 'NL91ABNA0417164300',
  accountHolder: '',
};
