// Checks that every production package has an allowed licence.
import { readFileSync } from 'node:fs';
import { printViolations } from './architecture/files.ts';
import { checkLicences } from './lib/licences.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const violations = checkLicences(lock.packages).map((message) => ({
  file: 'package-lock.json',
  line: 1,
  rule: 'licences',
  message,
}));
printViolations(violations, 'package-lock.json: every licence of production is on the allowed list.');
