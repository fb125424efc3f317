import { globSync, readFileSync } from 'node:fs';
import { it } from 'vitest';
import { expectJoined } from '#contract/testing/joined.ts';

/** What acts of value run, and the file that declares it. */
const runs = new Map([
  ['creditMember', 'server/wallet/spending/grant-credits.ts'],
  ['refundPayment', 'server/wallet/returns/refund-payment.ts'],
  ['markPaid', 'server/desk/payouts/pay-out.ts'],
  ['undoPayout', 'server/desk/payouts/pay-out.ts'],
  ['approveRecorded', 'server/desk/performers/record.ts'],
  ['readIdentity', 'server/desk/performers/record.ts'],
]);
/** The guard's own acts, and the past of the demo, which has no operators. */
const allowed = ['server/desk/value/acts.ts', 'demo/seed/past/seed-past.ts'];

it('are run by the guard and nothing else', () => {
  const files = globSync('{server,scripts,demo}/**/*.ts').filter(
    (file) => !/\.test\.ts$|\/testing\b/.test(file) && !allowed.includes(file),
  );
  expectJoined(
    files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...runs].flatMap(([name, of]) => {
        const [folder = '', base = ''] = [of.replace(/\/[^/]+$/, ''), of.split('/').at(-1)];
        const found = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*/${base}'`).test(text);
        return found && file !== of
          ? [`${file} runs ${name} of ${folder}: go through server/desk/value/acts.ts, which checks limits`]
          : [];
      });
    }),
  );
});
