import { expect, test } from 'vitest';
import { csvAmount, csvDialects, csvLine, csvRow } from './csv.ts';

test.each([
  [['a', 1, null, -5], 'a,1,,-5'],
  [['say "hi", please', 'two\nlines'], '"say ""hi"", please","two\nlines"'],
  [['=1+1', '+31', '@x', '\t=', '\r='], "'=1+1,'+31,'@x,'\t=,\"'\r=\""],
  [['5-3', 'a=b', '=A1-5', -1e21], "5-3,a=b,'=A1-5,-1e+21"],
  // Spreadsheets skip a line end, and read full-width signs.
  [['\n=1', '＝1', '＋1', '－1', '＠x'], "\"'\n=1\",'＝1,'＋1,'－1,'＠x"],
  // So do blanks and invisible characters, small signs and the minus of typographers.
  [
    [' =1', '\u00a0=1', '\u200b=1', '\ufeff+1', '﹦1', '﹢1', '﹣1', '﹫x', '−1'],
    "' =1,'\u00a0=1,'\u200b=1,'\ufeff+1,'﹦1,'﹢1,'﹣1,'﹫x,'−1",
  ],
  // A decimal amount stays a number; a field that only starts like one becomes text.
  [['-2', '-12.50', '-2+3', '-12.5.0', '-', '-1,5', '-x'], "-2,-12.50,'-2+3,'-12.5.0,'-,\"'-1,5\",'-x"],
])('%j becomes %j', (fields, row) => {
  expect(csvRow(fields)).toBe(row);
  expect(csvLine(fields)).toBe(`${row}\r\n`);
});

test.each([
  // A number has the decimal sign of the language; with the other sign it is text.
  [['a;b', 'a,b', 7, null, '-1,50', '-1.50', '=1'], '"a;b";a,b;7;;-1,50;\'-1.50;\'=1'],
  [['say "hi"', 'two\nlines'], '"say ""hi""";"two\nlines"'],
])('in Dutch %j becomes %j', (fields, row) => {
  expect(csvRow(fields, csvDialects.nl)).toBe(row);
  expect(csvLine(fields, csvDialects.nl)).toBe(`${row}\r\n`);
});

test.each([
  [0, '0.00', '0,00'],
  [5, '0.05', '0,05'],
  [-50, '-0.50', '-0,50'],
  [990, '9.90', '9,90'],
  [-999_995, '-9999.95', '-9999,95'],
])('%i cents are %s in English, %s in Dutch', (cents, english, dutch) => {
  expect(csvAmount(cents)).toEqual(english);
  expect(csvAmount(cents, csvDialects.nl)).toEqual(dutch);
});
