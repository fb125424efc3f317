import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { receiptSchema, restSchema } from './receipt.ts';

export const RECEIPTS_PAGE = 20;

export const listChatReceipts = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/receipts',
  summary: 'Returns the receipts of past chats, newest first',
  access: 'member',
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1) }),
  output: z.object({ result: z.array(receiptSchema), total: z.int() }),
  errors: [],
});

export const readRests = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/rests',
  summary: 'Returns the unused rests of the caller’s minutes with a performer; joining again uses them',
  access: 'member',
  input: z.object({ performer: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({ rests: z.array(restSchema) }),
  errors: ['badRequest.performer.notExists'],
});
