import * as z from 'zod/mini';
import { targetSchema } from '../../chat/room/sanction-calls.ts';
import { endpoint } from '../../endpoint.ts';
import { conversationIdSchema } from '../../messaging/messages.ts';
import { memberReasonSchema, receiptSchema, reportInput } from '../../safety/report-calls.ts';

const memberReport = z.extend(reportInput, { reason: memberReasonSchema });

export const reportMember = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/room/report',
  summary:
    'Reports a member of the performer’s own room, with the member’s last messages there, to the operator',
  access: 'performer',
  input: z.extend(memberReport, { target: targetSchema }),
  output: receiptSchema,
  errors: ['badRequest.notFound', 'badRequest.report.guest', 'badRequest.report.slowed'],
});

export const reportStudioConversation = endpoint({
  base: 'studio',
  method: 'POST',
  path: '/inbox/{conversationId}/report',
  summary: 'Reports the member of a conversation, with its last messages, to the operator',
  access: 'performer',
  input: z.extend(memberReport, { conversationId: conversationIdSchema }),
  output: receiptSchema,
  errors: ['badRequest.notFound', 'badRequest.report.slowed'],
});
