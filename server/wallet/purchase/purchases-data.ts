import { memberTable } from '#server/db/member-table.ts';
import { payments } from '../tables.ts';

/** Purchases are part of the books and stay; the browser's fingerprint is erased. */
export const purchasesData = memberTable(payments, {
  file: 'purchases',
  columns: [
    'id',
    'createdAt as at',
    'credits',
    'cents',
    'currency',
    'method',
    'provider',
    'state as status',
    'failReason',
    'device',
    'fingerprint',
    'consentVersion as agreedTo',
    'consentedAt as agreedAt',
    'settledAt',
  ],
  order: 'createdAt',
  erase: () => ({ fingerprint: null }),
});
