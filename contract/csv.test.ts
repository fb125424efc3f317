import { expect, test } from 'vitest';
import { csvLine, csvRow } from './csv.ts';

test.each([
  [['a', 1, null, -5], 'a,1,,-5'],
  [['say "hi", please', 'two\nlines'], '"say ""hi"", please","two\nlines"'],
  [['=1+1', '+31', '@x', '\t=', '\r='], "'=1+1,'+31,'@x,'\t=,\"'\r=\""],
  [['5-3', 'a=b', '=A1-5', -1e21], "5-3,a=b,'=A1-5,-1e+21"],
  // An amount is a number in a spreadsheet, too; what only begins like one is not.
  [['-2', '-12.50', '-2+3', '-12.5.0', '-', '-1,5', '-x'], "-2,-12.50,'-2+3,'-12.5.0,'-,\"'-1,5\",'-x"],
])('%j becomes %j', (fields, row) => {
  expect(csvRow(fields)).toBe(row);
  expect(csvLine(fields)).toBe(`${row}\r\n`);
});
