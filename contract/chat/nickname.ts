import { z } from 'zod';
import { authSchema } from './session-calls.ts';

/** (live spec 7) Refusals come as labels, so any text of a bearable length passes here. */
export const changeNicknameSchema = z.object({
  action: z.literal('changeNickname'),
  auth: authSchema,
  recipient: z.literal('host').default('host'),
  data: z.object({ newNickname: z.string().max(64) }),
});
export type ChangeNicknameInput = z.output<typeof changeNicknameSchema>;
