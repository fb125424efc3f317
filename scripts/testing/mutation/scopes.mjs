// @ts-check
/**
 * `mutate`: files whose code is changed, a thing at a time. `tests`: those that answer for them. Tables and what else is
 * made when a module loads stays as it is (`ignoreStatic`).
 * @typedef {{ mutate: string[], tests: string[] }} Scope
 */

/** @type {Record<string, Scope>} */
export const scopes = {
  contract: {
    mutate: [
      'contract/chat/minutes.ts',
      'contract/wallet/{bundles,csv,dial-in,limits,payment,returns,vat,withdrawal}.ts',
    ],
    tests: ['contract/chat/minutes.test.ts', 'contract/wallet/*.test.ts'],
  },
  ledger: {
    mutate: ['server/ledger/{check-books,sum-up,transfer,transfer-up-to}.ts'],
    tests: ['server/ledger/{check-books,transfer,transfer-up-to}.test.ts'],
  },
  identity: {
    mutate: ['server/identity/*.ts', '!server/identity/*.test.ts', '!server/identity/tables.ts'],
    tests: ['server/identity/*.test.ts', 'server/http/cross-origin.test.ts'],
  },
  /** What a payment provider tells: who it is from, what it says, and what is booked on it. */
  notifications: {
    mutate: [
      'server/gateways/payments/{dialxs,dialxs-format,paynl,refund-rest,signed-exchange}.ts',
      'server/wallet/purchase/{settle-payment,sweep-payments,take-notification}.ts',
      'server/wallet/returns/{book-return,pay-debts}.ts',
    ],
    tests: [
      'server/gateways/payments/{dialxs,paynl,signed-exchange}.test.ts',
      'server/wallet/purchase/{settle-payment,sweep-payments}.test.ts',
      'server/wallet/returns/returns.test.ts',
    ],
  },
};

/**
 * @param {string | undefined} name
 * @returns {Scope}
 */
export function scopeOf(name = 'contract') {
  const scope = scopes[name];
  if (!scope) throw new Error(`there is no scope ${name}: it is one of ${Object.keys(scopes).join(', ')}`);
  return scope;
}
