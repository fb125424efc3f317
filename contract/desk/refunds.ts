import type { OutputOf } from '../endpoint.ts';
import { routes } from '../site/routes.ts';
import { describeAct, describeList, type Section } from './described.ts';
import { approveRefund, listRefundRequests, refuseRefund } from './member-calls.ts';

type Request = OutputOf<typeof listRefundRequests>['result'][number];

export const refundRequests = describeList({
  name: 'refunds',
  call: listRefundRequests,
  rows: 'result',
  key: 'request',
  words: 'payments requests',
  columns: [
    { name: 'amount', kind: 'euro', title: true, of: ({ cents }) => cents },
    {
      name: 'asked',
      kind: 'sentence',
      values: [
        { name: 'name', kind: 'name', of: ({ askedBy }) => askedBy },
        { name: 'at', kind: 'moment', of: ({ askedAt }) => askedAt },
        { name: 'reason', kind: 'text' },
      ],
    },
    {
      name: 'payment',
      kind: 'name',
      of: ({ memberId, payment }) => `member:${memberId} · payment:${payment}`,
      link: ({ memberId, payment }) => `${routes.deskMembers}/${memberId}#payment-${payment}`,
    },
  ],
  acts: [
    describeAct<Request>()({
      name: 'approve',
      call: approveRefund,
      words: 'payments approve',
      operand: 'request',
      audit: 'payment.refund-approved',
      when: ({ askedBy }, operator) => askedBy !== operator.name,
      otherwise: 'ownRequest',
      labels: {
        'badRequest.notFound': 'decided',
        'badRequest.forbidden': 'ownRequest',
        'badRequest.invalid.payment': 'desk.member.tooMuch',
        'badRequest.form.changed': 'changed',
      },
    }),
    describeAct<Request>()({
      name: 'refuse',
      call: refuseRefund,
      words: 'payments refuse',
      operand: 'request',
      audit: 'payment.refund-refused',
      labels: { 'badRequest.notFound': 'decided', 'badRequest.form.changed': 'changed' },
      danger: true,
    }),
  ],
});

export const refundSection: Section = {
  path: routes.deskRefunds,
  texts: 'desk.refunds',
  title: 'desk.nav.refunds',
  filters: {},
  narrow: true,
  lists: [refundRequests],
};
