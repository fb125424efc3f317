interface Shapes {
  /** Number by which a person is known to the tax authority of her residence. */
  readonly tax: RegExp;
  /** VAT number, with the letters of its country. */
  readonly vat: RegExp;
}

/** Shapes of numbers in the member states, without blanks, dots and hyphens; check digits are not computed. */
const shapes: ReadonlyMap<string, Shapes> = new Map(
  Object.entries({
    AT: { tax: /^\d{9}$/, vat: /^ATU\d{8}$/ },
    BE: { tax: /^\d{11}$/, vat: /^BE[01]\d{9}$/ },
    BG: { tax: /^\d{10}$/, vat: /^BG\d{9,10}$/ },
    CY: { tax: /^\d{8}[A-Z]$/, vat: /^CY\d{8}[A-Z]$/ },
    CZ: { tax: /^\d{9,10}$/, vat: /^CZ\d{8,10}$/ },
    DE: { tax: /^\d{11}$/, vat: /^DE\d{9}$/ },
    DK: { tax: /^\d{10}$/, vat: /^DK\d{8}$/ },
    EE: { tax: /^\d{11}$/, vat: /^EE\d{9}$/ },
    ES: { tax: /^[\dKLMXYZ]\d{7}[A-Z]$/, vat: /^ES[A-Z\d]\d{7}[A-Z\d]$/ },
    FI: { tax: /^\d{6}[+A-FU-Y]?\d{3}[A-Z\d]$/, vat: /^FI\d{8}$/ },
    FR: { tax: /^[0-3]\d{12}$/, vat: /^FR[A-Z\d]{2}\d{9}$/ },
    GR: { tax: /^\d{9}$/, vat: /^EL\d{9}$/ },
    HR: { tax: /^\d{11}$/, vat: /^HR\d{11}$/ },
    HU: { tax: /^\d{10}$/, vat: /^HU\d{8}$/ },
    IE: { tax: /^\d{7}[A-W][A-IW]?$/, vat: /^IE\d[A-Z\d]\d{5}[A-Z]{1,2}$/ },
    IT: { tax: /^[A-Z]{6}[\dL-V]{2}[A-EHLMPR-T][\dL-V]{2}[A-Z][\dL-V]{3}[A-Z]$/, vat: /^IT\d{11}$/ },
    LT: { tax: /^\d{10,11}$/, vat: /^LT(\d{9}|\d{12})$/ },
    LU: { tax: /^\d{13}$/, vat: /^LU\d{8}$/ },
    LV: { tax: /^\d{11}$/, vat: /^LV\d{11}$/ },
    MT: { tax: /^(\d{3,7}[ABGHLMPZ]|\d{9})$/, vat: /^MT\d{8}$/ },
    NL: { tax: /^\d{9}$/, vat: /^NL\d{9}B\d{2}$/ },
    PL: { tax: /^\d{10,11}$/, vat: /^PL\d{10}$/ },
    PT: { tax: /^\d{9}$/, vat: /^PT\d{9}$/ },
    RO: { tax: /^\d{13}$/, vat: /^RO\d{2,10}$/ },
    SE: { tax: /^(\d{10}|\d{12})$/, vat: /^SE\d{12}$/ },
    SI: { tax: /^\d{8}$/, vat: /^SI\d{8}$/ },
    SK: { tax: /^\d{9,10}$/, vat: /^SK\d{10}$/ },
  }),
);

const plain = (text: string): string => text.toUpperCase().replace(/[\s./-]/g, '');

/** In other countries a number of 4 to 20 letters and digits. */
export const isTaxNumber = (country: string, text: string): boolean =>
  (shapes.get(country)?.tax ?? /^[A-Z\d]{4,20}$/).test(plain(text)) &&
  (country !== 'NL' || isBsn(plain(text)));

/** The check of a Dutch citizen service number. */
const isBsn = (digits: string): boolean =>
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at === 8 ? -1 : 9 - at), 0) % 11 === 0 &&
  Number(digits) > 0;

/** VAT number of a member state, which begins with its letters. */
export const isVatNumber = (text: string): boolean => {
  const number = plain(text);
  return [...shapes.values()].some(({ vat }) => vat.test(number));
};
