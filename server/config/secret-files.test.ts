import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';
import { ConfigError, readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';
import { secretNames } from './secret-files.ts';
import { productionEnvironment } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'vonk-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
const mistakeOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    return error instanceof ConfigError ? error.message : `not a ConfigError: ${error}`;
  }
};

it('reads a secret from the file that its variable with _FILE names, without the line break at its end', () => {
  const { SECRET, ...others } = productionEnvironment;
  const config = readConfig({ ...others, SECRET_FILE: fileWith('secret', `${SECRET}\r\n`) });
  expect(config.secret).toBe(SECRET);
  const url = 'postgres://vonk:p@db/vonk';
  expect(readConfig({ DATABASE_URL_FILE: fileWith('url', `${url}\n`) })).toMatchObject({
    databaseUrl: url,
    ownsFolder: false,
  });
});

it('judges a secret from a file like any other', () => {
  const { SECRET: _, ...others } = productionEnvironment;
  expect(mistakeOf({ ...others, SECRET_FILE: fileWith('weak', 'a'.repeat(48)) })).toContain('  SECRET:');
});

it.each(secretNames.all)('refuses %s that is set in both ways, or whose file is missing or empty', (name) => {
  const mistakes = [
    { [name]: 'x', [`${name}_FILE`]: fileWith('both', 'x') },
    { [`${name}_FILE`]: join(folder, 'missing') },
    { [`${name}_FILE`]: fileWith('empty', '\n') },
  ].map(mistakeOf);
  expect(mistakes[0]).toContain(`  ${name}_FILE: ${name} is set as well`);
  expect(mistakes[1]).toContain(`  ${name}_FILE: the file ${join(folder, 'missing')} cannot be read: ENOENT`);
  expect(mistakes[2]).toContain(`  ${name}_FILE: the file ${join(folder, 'empty')} is empty`);
});

it('counts an empty variable as missing, also that of a file', () => {
  expect(mistakeOf({ SECRET_FILE: '' })).toBe('');
  expect(readConfig({ SECRET: '', SECRET_FILE: fileWith('one', 'only this') }).secret).toBe('only this');
});

it('never prints the content of a file', () => {
  const mistake = mistakeOf({ TURN_SECRET_FILE: fileWith('short', 'hidden') });
  expect(mistake).toContain('TURN_SECRET');
  expect(mistake).not.toContain('hidden');
});

it('says that other variables are not read from files', () => {
  expect(mistakeOf({ PORT_FILE: fileWith('port', '80') })).toContain('  PORT_FILE: only secrets are read');
});

/** Looks like one, but pages or the provider contain it. */
const noSecrets = ['API_KEY', 'VAPID_PUBLIC_KEY', 'S3_ACCESS_KEY_ID'];

it('knows every variable whose name says that it is a secret', () => {
  const looksSecret = /(?:^|_)(?:SECRET|TOKEN|PRIVATE|CREDENTIALS?|PASSWORD|KEY)(?:_|$)/;
  const settings = ['PASSWORD_POLICY', 'PASSWORD_MEMORY_KIB', 'PASSWORD_PASSES', 'PASSWORD_THREADS'];
  const known = [...secretNames.all, ...noSecrets, ...settings, 'PASSWORD_HASHES', 'PASSWORD_WAITING'];
  expectJoined(
    Object.keys(environmentSchema.shape)
      .filter((name) => looksSecret.test(name) && !known.includes(name))
      .map((name) => `The variable ${name} looks like a secret: describe it with secret() or withPassword()`),
  );
});
