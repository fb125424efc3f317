import { routes } from '../../site/routes.ts';
import { type Column, describeAct, describeList, type Section } from '../described/described.ts';
import { listPerformerPayouts, payoutColumns } from '../money/payout-calls.ts';
import {
  approvePerformer,
  type DeskPerformer,
  type HerMessage,
  type HiddenPlaces,
  liftSuspension,
  listDeskPerformers,
  openIdentity,
  type RecordRow,
  readDeskPerformer,
  recordConsent,
  recordIdentity,
  type Standing,
  setDeskPlaces,
  suspendPerformer,
  withdrawFollowerMessage,
} from './performer-calls.ts';

const pageOf = ({ performer: id }: { performer: number }): string => `${routes.deskPerformers}/${id}`;

const nameColumn: Column<DeskPerformer> = { name: 'username', kind: 'name', title: true };
const liveColumns: readonly Column<DeskPerformer>[] = [
  { name: 'state', kind: 'state', of: ({ identity }) => identity },
  { name: 'live', kind: 'yes', of: ({ isLive }) => isLive },
  { name: 'lastLiveAt', kind: 'moment', empty: 'never' },
  { name: 'suspendedAt', kind: 'moment' },
  { name: 'removedAt', kind: 'moment' },
];

export const performerSection: Section = {
  path: routes.deskPerformers,
  texts: 'records',
  filters: { query: { label: 'query', hint: 'queryHint' }, show: { label: 'showLabel' } },
  lists: [
    describeList({
      name: 'performers',
      call: listDeskPerformers,
      rows: 'result',
      key: 'performer',
      words: 'performers list',
      columns: [
        { ...nameColumn, link: pageOf },
        ...liveColumns,
        { name: 'openCases', kind: 'count', of: ({ openCases }) => openCases || null },
      ],
      notes: [
        {
          text: 'missing',
          when: ({ unrecorded }) => unrecorded > 0,
          values: [{ name: 'count', kind: 'count', of: ({ unrecorded }) => unrecorded }],
          strong: true,
        },
        { text: 'complete', when: ({ unrecorded }) => unrecorded === 0 },
      ],
    }),
  ],
};

const gone = { 'badRequest.performer.notExists': 'records.gone' } as const;
const changed = { 'badRequest.form.changed': 'desk.described.changed' } as const;

/** What is on the page of a performer, and printed by one command. */
const shown = {
  call: readDeskPerformer,
  words: 'performers show',
  operand: 'performer',
  file: 'none',
} as const;

const identityActs = [
  describeAct<RecordRow>()({
    name: 'record',
    call: recordIdentity,
    asks: [
      'legalName',
      'dateOfBirth',
      'otherNames',
      'address',
      'document',
      'numberEnd',
      'expiresOn',
      'checkedOn',
    ],
    audit: 'performer.identity-recorded',
    when: ({ isRemoved }) => !isRemoved,
    labels: {
      ...gone,
      ...changed,
      'badRequest.identity.minor': 'records.identity.minor',
      'badRequest.invalid.input': 'checkedOnShape',
    },
  }),
  describeAct<RecordRow>()({
    name: 'open',
    call: openIdentity,
    audit: 'performer.identity-opened',
    when: ({ state }) => state !== 'missing',
    labels: {
      ...gone,
      'badRequest.identity.missing': 'records.identity.gone',
      'badRequest.identity.sealed': 'sealed',
      'badRequest.idempotency.conflict': 'desk.member.waiting',
    },
    shows: [
      { name: 'legalName', kind: 'name' },
      { name: 'dateOfBirth', kind: 'day' },
      { name: 'otherNames', kind: 'name', of: ({ otherNames }) => otherNames.join(', ') },
      { name: 'address', kind: 'name' },
      { name: 'documents', kind: 'state', of: ({ document }) => document },
      { name: 'numberEnd', kind: 'name' },
      { name: 'coPerformers', kind: 'name', of: ({ coPerformers }) => coPerformers.join(', ') },
    ],
    version: 'none',
    because: 'it changes nothing, and shows what is stored now',
  }),
  describeAct<RecordRow>()({
    name: 'approve',
    call: approvePerformer,
    words: 'performers approve',
    operand: 'performer',
    audit: 'performer.approved',
    when: ({ state, isRemoved }) => state === 'recorded' && !isRemoved,
    labels: {
      ...gone,
      ...changed,
      'badRequest.identity.missing': 'records.identity.gone',
      'badRequest.idempotency.conflict': 'desk.member.waiting',
    },
  }),
  describeAct<RecordRow>()({
    name: 'consent',
    call: recordConsent,
    asks: ['agreement', 'acceptedOn', 'coPerformers'],
    audit: 'performer.consent-recorded',
    when: ({ isRemoved }) => !isRemoved,
    labels: {
      ...gone,
      'badRequest.performer.state': 'consentTwice',
      'badRequest.invalid.input': 'acceptedOnShape',
    },
    version: 'none',
    because: 'it adds a row and changes none',
  }),
];

export const recordList = describeList({
  ...shown,
  name: 'performer-record',
  rows: 'records',
  key: 'performer',
  title: 'identity',
  columns: [
    { name: 'state', kind: 'state' },
    {
      name: 'checked',
      kind: 'sentence',
      values: [
        { name: 'name', kind: 'name', of: ({ checked }) => checked?.by },
        { name: 'day', kind: 'day', of: ({ checked }) => checked?.on },
      ],
    },
    {
      name: 'approved',
      kind: 'sentence',
      values: [
        { name: 'name', kind: 'name', of: ({ approved }) => approved?.by },
        { name: 'at', kind: 'moment', of: ({ approved }) => approved?.at },
      ],
    },
    { name: 'expiresOn', kind: 'day' },
  ],
  acts: identityActs,
});

export const standingList = describeList({
  ...shown,
  name: 'performer-standing',
  rows: 'standing',
  key: 'performer',
  title: 'suspension',
  columns: [
    {
      name: 'standing',
      kind: 'state',
      of: ({ suspendedAt }) => (suspendedAt === null ? 'free' : 'suspended'),
    },
    { name: 'suspendedAt', kind: 'moment' },
  ],
  acts: [
    describeAct<Standing>()({
      name: 'suspend',
      call: suspendPerformer,
      words: 'performers suspend',
      operand: 'performer',
      asks: ['ground', 'facts', 'until'],
      audit: 'performer.suspended',
      when: ({ suspendedAt, isRemoved }) => suspendedAt === null && !isRemoved,
      labels: {
        ...gone,
        'badRequest.performer.state': 'records.suspension.already',
        'badRequest.form.changed': 'records.suspension.already',
        'badRequest.invalid.input': 'untilShape',
      },
      danger: true,
    }),
    describeAct<Standing>()({
      name: 'lift',
      call: liftSuspension,
      words: 'performers restore',
      operand: 'performer',
      audit: 'performer.suspension-lifted',
      when: ({ suspendedAt, isRemoved }) => suspendedAt !== null && !isRemoved,
      labels: {
        ...gone,
        'badRequest.performer.state': 'records.suspension.already',
        'badRequest.form.changed': 'records.suspension.already',
      },
    }),
  ],
});

const messageList = describeList({
  ...shown,
  name: 'performer-message',
  rows: 'messages',
  key: 'performer',
  title: 'message',
  empty: 'noMessage',
  columns: [
    { name: 'wrote', kind: 'text', of: ({ text }) => text },
    { name: 'sentAt', kind: 'moment' },
    { name: 'withdrawnAt', kind: 'moment' },
    {
      name: 'withdrawnBy',
      kind: 'name',
      of: ({ withdrawnBy }) => (withdrawnBy === 'performer' ? null : withdrawnBy),
    },
    { name: 'statement', kind: 'text' },
  ],
  acts: [
    describeAct<HerMessage>()({
      name: 'withdraw',
      call: withdrawFollowerMessage,
      words: 'performers withdraw-message',
      operand: 'performer',
      asks: ['ground', 'facts'],
      audit: 'performer.follower-message-withdrawn',
      when: ({ withdrawnAt, isRemoved }) => withdrawnAt === null && !isRemoved,
      labels: { ...gone, ...changed, 'badRequest.notFound': 'desk.described.changed' },
      danger: true,
    }),
  ],
});

const hiddenList = describeList({
  ...shown,
  name: 'performer-places',
  rows: 'hidden',
  key: 'performer',
  title: 'hidden',
  columns: [{ name: 'hiddenIn', kind: 'places', of: ({ places }) => places.join(','), empty: 'everywhere' }],
  acts: [
    describeAct<HiddenPlaces>()({
      name: 'setPlaces',
      call: setDeskPlaces,
      asks: ['places'],
      fills: ({ places }) => ({ places: places.join('\n') }),
      audit: 'performer.places-set',
      when: ({ isRemoved }) => !isRemoved,
      labels: {
        ...gone,
        'badRequest.place.notExists': 'records.places.unknown',
        'badRequest.place.region': 'countriesOnly',
        ...changed,
      },
    }),
  ],
});

export const performerPage: Section = {
  path: `${routes.deskPerformers}/:performer`,
  about: { gone: 'badRequest.performer.notExists', back: 'back', log: 'performer' },
  texts: 'record',
  title: 'records.title',
  filters: {},
  lists: [
    describeList({
      ...shown,
      name: 'performer',
      rows: null,
      key: 'performer',
      columns: [
        nameColumn,
        { name: 'number', kind: 'name', of: ({ performer: id }) => `performer:${id}` },
        { name: 'email', kind: 'name', empty: 'noMail' },
        { name: 'mailRefusedAt', kind: 'moment' },
        { name: 'language', kind: 'languages' },
        { name: 'createdAt', kind: 'moment' },
        ...liveColumns,
        {
          name: 'openCase',
          kind: 'sentence',
          values: [{ name: 'number', kind: 'name', of: ({ case: id }) => id }],
          link: ({ case: id }) => (id === null ? null : `${routes.deskReports}/${id}`),
        },
      ],
    }),
    recordList,
    describeList({
      ...shown,
      name: 'performer-consents',
      rows: 'consents',
      key: 'agreement',
      title: 'consents',
      empty: 'noConsents',
      columns: [
        { name: 'agreement', kind: 'name' },
        { name: 'acceptedOn', kind: 'day' },
        { name: 'by', kind: 'name' },
        { name: 'hasOthers', kind: 'yes' },
      ],
    }),
    standingList,
    describeList({
      ...shown,
      name: 'performer-suspensions',
      rows: 'suspensions',
      key: 'at',
      title: 'suspensions',
      empty: 'noSuspensions',
      columns: [
        { name: 'at', kind: 'moment' },
        { name: 'by', kind: 'name' },
        { name: 'until', kind: 'moment', empty: 'forGood' },
        { name: 'liftedAt', kind: 'moment' },
        { name: 'statement', kind: 'text' },
      ],
    }),
    messageList,
    hiddenList,
    describeList({
      ...shown,
      name: 'performer-payouts',
      call: listPerformerPayouts,
      rows: 'result',
      key: 'payout',
      title: 'payouts',
      empty: 'noPayouts',
      columns: [
        {
          name: 'month',
          kind: 'month',
          link: ({ month }) => `${routes.deskPayouts}?month=${month}`,
        },
        ...payoutColumns,
      ],
    }),
  ],
};
