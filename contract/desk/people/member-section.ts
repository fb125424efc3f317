import type { OutputOf } from '../../endpoint.ts';
import { routes } from '../../site/routes.ts';
import { type Column, describeAct, describeList, type Section } from '../described/described.ts';
import * as calls from './member-calls.ts';

type Member = OutputOf<typeof calls.readDeskMember>;
type Payment = Member['payments'][number];

const gone = { 'badRequest.login.notExists': 'gone' } as const;
const seen = { ...gone, 'badRequest.form.changed': 'changed' } as const;
const waits = { 'badRequest.idempotency.conflict': 'waiting' } as const;

const isThere = ({ deletedAt }: Member): boolean => deletedAt === null;

const ofMember = { call: calls.readDeskMember, words: 'member show', operand: 'memberId' } as const;

const moreThanNone = (count: number): number | null => (count > 0 ? count : null);

const memberColumns: readonly Column<Member>[] = [
  { name: 'username', kind: 'name', title: true },
  { name: 'key', kind: 'name', of: ({ memberId }) => `member:${memberId}` },
  { name: 'email', kind: 'text' },
  { name: 'createdAt', kind: 'moment' },
  { name: 'verifiedAt', kind: 'moment', empty: 'unverified' },
  { name: 'credits', kind: 'credits' },
  { name: 'freeCredits', kind: 'credits', of: ({ freeCredits }) => moreThanNone(freeCredits) },
  { name: 'owed', kind: 'credits', of: ({ owed }) => moreThanNone(owed) },
  { name: 'passkeys', kind: 'count' },
  {
    name: 'mailRefused',
    kind: 'sentence',
    values: [{ name: 'at', kind: 'moment', of: ({ mailRefusedAt }) => mailRefusedAt }],
  },
  {
    name: 'blockedSince',
    kind: 'sentence',
    values: [{ name: 'at', kind: 'moment', of: ({ blockedAt }) => blockedAt }],
  },
  {
    name: 'erasedAt',
    kind: 'sentence',
    values: [{ name: 'at', kind: 'moment', of: ({ deletedAt }) => deletedAt }],
  },
];

const member = describeList({
  ...ofMember,
  name: 'member',
  file: 'none',
  rows: null,
  key: 'memberId',
  columns: memberColumns,
  acts: [
    describeAct<Member>()({
      name: 'answer',
      call: calls.answerMember,
      words: 'member answer',
      operand: 'memberId',
      asks: ['subject', 'message'],
      audit: 'member.answered',
      when: isThere,
      labels: gone,
      version: 'none',
      because: 'it makes a new mail; the key of the form keeps it from being sent twice',
    }),
    describeAct<Member>()({
      name: 'note',
      call: calls.noteMember,
      words: 'member note',
      operand: 'memberId',
      asks: ['kind', 'message'],
      audit: 'member.noted',
      when: isThere,
      labels: gone,
      version: 'none',
      because: 'it makes a new note',
    }),
    describeAct<Member>()({
      name: 'credit',
      call: calls.creditMember,
      words: 'member credit',
      operand: 'memberId',
      asks: ['credits'],
      audit: 'member.credited',
      when: isThere,
      labels: { ...gone, ...waits },
      version: 'none',
      because: 'it adds to whatever the balance is; the guard knows the form',
    }),
    describeAct<Member>()({
      name: 'block',
      call: calls.blockMember,
      words: 'member block',
      operand: 'memberId',
      asks: ['ground', 'facts'],
      audit: 'member.blocked',
      when: (row) => isThere(row) && row.blockedAt === null,
      labels: seen,
      danger: true,
    }),
    describeAct<Member>()({
      name: 'unblock',
      call: calls.unblockMember,
      words: 'member unblock',
      operand: 'memberId',
      audit: 'member.unblocked',
      when: (row) => isThere(row) && row.blockedAt !== null,
      labels: seen,
    }),
  ],
});

const sums = describeList({
  ...ofMember,
  name: 'member-sums',
  file: 'none',
  rows: 'sums',
  key: 'kind',
  title: 'sums',
  empty: 'movementsEmpty',
  columns: [
    { name: 'what', kind: 'movement', of: ({ kind }) => kind },
    { name: 'credits', kind: 'credits', sum: true },
  ],
});

const mails = describeList({
  ...ofMember,
  name: 'member-mails',
  file: 'none',
  rows: 'mails',
  key: 'mail',
  title: 'mails',
  empty: 'mailsEmpty',
  columns: [
    { name: 'at', kind: 'moment' },
    { name: 'subject', kind: 'text' },
    { name: 'mailState', kind: 'state', of: ({ state }) => state },
  ],
  notes: [{ text: 'mailsKept', values: [{ name: 'count', kind: 'count', of: () => calls.MAILS_KEPT_DAYS }] }],
});

const notes = describeList({
  ...ofMember,
  name: 'member-notes',
  file: 'none',
  rows: 'notes',
  key: 'note',
  title: 'notes',
  empty: 'notesEmpty',
  columns: [
    { name: 'at', kind: 'moment' },
    { name: 'kinds', kind: 'state', of: ({ kind }) => kind },
    { name: 'message', kind: 'text' },
    { name: 'by', kind: 'name' },
  ],
});

/** Where a movement leads: the payment on this page, or the performer. */
const movementPage = (row: { payment: string | null; other: string }): string | null => {
  const [, performer] = /^performer:(\d+)$/.exec(row.other) ?? [];
  if (performer !== undefined) return `${routes.deskPerformers}/${performer}`;
  return row.payment === null ? null : `#payment-${row.payment}`;
};

const movements = describeList({
  name: 'member-movements',
  call: calls.listMovements,
  words: 'member movements',
  operand: 'memberId',
  rows: 'movements',
  key: 'entry',
  title: 'movements',
  empty: 'movementsEmpty',
  columns: [
    { name: 'at', kind: 'moment' },
    { name: 'what', kind: 'movement', of: ({ kind }) => kind },
    { name: 'credits', kind: 'credits' },
    { name: 'balance', kind: 'credits' },
    {
      name: 'with',
      kind: 'name',
      of: ({ performer, other }) => (performer === null ? other : `${performer} (${other})`),
      link: movementPage,
    },
    {
      name: 'reference',
      kind: 'name',
      of: ({ payment, reference }) => (payment === null ? reference : `payment:${payment}`),
    },
    { name: 'transfer', kind: 'name', of: ({ transfer }) => `transfer:${transfer}` },
    { name: 'why', kind: 'text', of: ({ by, reason }) => by && `${by}: ${reason ?? ''}` },
  ],
});

const left = ({ cents, returnedCents }: Payment): number => cents - returnedCents;

const payments = describeList({
  ...ofMember,
  name: 'member-payments',
  rows: 'payments',
  key: 'payment',
  title: 'payments',
  empty: 'paymentsEmpty',
  columns: [
    {
      name: 'bought',
      kind: 'sentence',
      title: true,
      values: [
        { name: 'amount', kind: 'euro', of: ({ cents }) => cents },
        { name: 'count', kind: 'count', of: ({ credits }) => credits },
      ],
    },
    { name: 'status', kind: 'state' },
    { name: 'failReason', kind: 'text' },
    { name: 'openedAt', kind: 'moment' },
    { name: 'receipt', kind: 'text' },
    { name: 'payment', kind: 'text' },
    {
      name: 'provider',
      kind: 'text',
      of: ({ provider, providerOrder }) => `${provider} ${providerOrder ?? ''}`.trim(),
    },
    { name: 'returned', kind: 'euro', of: ({ returnedCents }) => moreThanNone(returnedCents) },
    {
      name: 'request',
      kind: 'sentence',
      values: [
        { name: 'amount', kind: 'euro', of: ({ request }) => request?.value },
        { name: 'name', kind: 'text', of: ({ request }) => request?.askedBy },
        { name: 'reason', kind: 'text', of: ({ request }) => request?.reason },
      ],
    },
  ],
  acts: [
    describeAct<Payment>()({
      name: 'refund',
      call: calls.askRefund,
      words: 'payments refund',
      operand: 'payment',
      asks: ['cents'],
      audit: 'payment.refunded',
      when: (row) => row.status === 'success' && left(row) > 0 && row.request === null,
      values: [{ name: 'amount', kind: 'euro', of: left }],
      labels: { ...waits, 'badRequest.notFound': 'noPayment', 'badRequest.invalid.payment': 'tooMuch' },
      version: 'none',
      because: 'the handler compares the amount with what is left under its lock; the guard knows the form',
    }),
  ],
});

const returns = describeList({
  ...ofMember,
  name: 'member-returns',
  file: 'none',
  rows: 'returns',
  key: 'payment',
  title: 'returns',
  empty: 'returnsEmpty',
  columns: [
    { name: 'at', kind: 'moment', of: ({ returnedAt }) => returnedAt },
    { name: 'how', kind: 'state' },
    { name: 'amount', kind: 'euro', of: ({ cents }) => cents },
    { name: 'taken', kind: 'credits' },
    { name: 'owedThen', kind: 'credits', of: ({ owed }) => owed },
    { name: 'stillOwed', kind: 'credits' },
    { name: 'sentAt', kind: 'moment', empty: 'notSent' },
    { name: 'payment', kind: 'name', link: ({ payment }) => `#payment-${payment}` },
  ],
});

const devices = describeList({
  ...ofMember,
  name: 'member-devices',
  file: 'none',
  rows: 'devices',
  key: 'session',
  title: 'devices',
  empty: 'devicesEmpty',
  columns: [
    { name: 'lastSeenAt', kind: 'moment' },
    { name: 'device', kind: 'text' },
    { name: 'country', kind: 'text' },
    { name: 'loggedInAt', kind: 'moment' },
  ],
});

export const memberSection: Section = {
  path: `${routes.deskMembers}/:memberId`,
  texts: 'desk.member',
  title: 'desk.nav.members',
  about: { gone: 'badRequest.login.notExists', back: 'back', log: 'member' },
  filters: {},
  lists: [member, mails, notes, sums, movements, payments, returns, devices],
};

/** What a block or its end was decided upon. */
export const memberList = member;

const found = describeList({
  name: 'members-found',
  file: 'none',
  call: calls.findMembers,
  rows: 'result',
  key: 'memberId',
  words: 'member find',
  operand: 'query',
  columns: [
    {
      name: 'username',
      kind: 'name',
      title: true,
      link: ({ memberId }) => `${routes.deskMembers}/${memberId}`,
    },
    { name: 'key', kind: 'name', of: ({ memberId }) => `member:${memberId}` },
    { name: 'email', kind: 'text' },
    { name: 'by', kind: 'state' },
    { name: 'deletedAt', kind: 'moment' },
  ],
});

export const membersSection: Section = {
  path: routes.deskMembers,
  texts: 'desk.members',
  title: 'desk.nav.members',
  opens: true,
  filters: { query: { label: 'query', hint: 'hint' } },
  narrow: true,
  lists: [found],
};
