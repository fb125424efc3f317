import * as z from 'zod/mini';

export const REASON_MAX = 300;

/** Why an operator acts: part of every changing call of the desk; the dispatcher passes it on with the caller. */
export const reasonField = z.string().check(z.trim(), z.minLength(3), z.maxLength(REASON_MAX));
