import { codeOf } from './code-of.ts';

/** Whether the database refused a row because a unique value is taken. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === '23505';
