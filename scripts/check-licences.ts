// Every package that production installs has a licence of the allowed list.
import { readFileSync } from 'node:fs';
import { report } from './architecture/violations.ts';
import { checkLicences } from './licences/check.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const violations = checkLicences(lock.packages).map((message) => ({
  ...{ file: 'package-lock.json', line: 1, rule: 'licences' },
  message,
}));
report(violations, 'package-lock.json: every licence of production is on the allowed list.');
