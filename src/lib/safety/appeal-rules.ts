import { trimBlank } from '#contract/blank.ts';
import { REPORT_TEXT_MAX } from '#contract/safety/report.ts';
import type { FormRules } from '../forms/submit.ts';

const LEAST = 10;

export const appealRules: Omit<FormRules<'text', { text: string }>, 'send'> = {
  check({ text }) {
    const { length } = trimBlank(text);
    if (length < LEAST) return { text: 'appeal.short' };
    return length > REPORT_TEXT_MAX ? { text: 'appeal.tooLong' } : {};
  },
  labels: { 'badRequest.tooMany': { message: 'member.tooMany' } },
};
