import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { receiptSchema } from './receipt.ts';

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
