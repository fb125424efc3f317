import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test.each([
  [['a', 1, null, -5], 'a,1,,-5\r\n'],
  [['say "hi", please', 'two\nlines'], '"say ""hi"", please","two\nlines"\r\n'],
  [['=1+1', '+31', '-2', '@x', '\t='], "'=1+1,'+31,'-2,'@x,'\t=\r\n"],
])('%j becomes %j', (fields, line) => {
  expect(csvLine(fields)).toBe(line);
});
