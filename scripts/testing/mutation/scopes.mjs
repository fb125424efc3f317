// @ts-check
/**
 * `mutate`: files whose code is mutated. `tests`: the tests that must detect it. Code that runs when a module loads,
 * such as tables, is not mutated (`ignoreStatic`).
 * @typedef {{ mutate: string[], tests: string[] }} Scope
 */

/** @type {Record<string, Scope>} */
export const scopes = {
  contract: {
    mutate: [
      'contract/chat/units.ts',
      'contract/wallet/{bundles,csv,dial-in,limits,payment,returns,vat,withdrawal}.ts',
    ],
    tests: ['contract/chat/units.test.ts', 'contract/wallet/*.test.ts'],
  },
  ledger: {
    mutate: ['server/ledger/{check-books,transfer}.ts'],
    tests: ['server/ledger/{check-books,transfer,transfer-up-to}.test.ts'],
  },
  identity: {
    mutate: ['server/identity/*.ts', '!server/identity/*.test.ts', '!server/identity/tables.ts'],
    tests: ['server/identity/*.test.ts', 'server/http/cross-origin.test.ts'],
  },
  /** Notifications of a payment provider: their origin, content and booking. */
  notifications: {
    mutate: [
      'server/gateways/payments/{dialxs,dialxs-format,paynl,refund-rest,signed-exchange}.ts',
      'server/wallet/purchase/{handle-notification,settle-payment,sweep-payments}.ts',
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
  if (!scope) throw new Error(`Unknown scope ${name}. Scopes: ${Object.keys(scopes).join(', ')}`);
  return scope;
}
