import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { receiptSchema, restSchema } from './receipt.ts';

export const RECEIPTS_PAGE = 20;

export const listChatReceipts = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/receipts',
  summary: 'What past chats cost',
  access: 'member',
  input: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  output: z.object({ result: z.array(receiptSchema), total: z.number().int() }),
  errors: [],
});

export const readRests = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/rests',
  summary: 'What is left of the caller’s minutes with a performer, and can be used by joining again',
  access: 'member',
  input: z.object({ performer: z.string().min(1).max(64) }),
  output: z.object({ rests: z.array(restSchema) }),
  errors: ['badRequest.performer.notExists'],
});
