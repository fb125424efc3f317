import { isLocale, type Locale } from '#contract/locales.ts';
import { refuseEmail } from '#contract/member/account/credentials.ts';
import * as calls from '#contract/studio/application-calls.ts';
import { type CallOptions, call } from '../api/call.ts';
import type { FormRules } from '../forms/submit.ts';
import { fieldErrors } from '../member/account/entry-rules.ts';

export interface ApplicationValues {
  email: string;
  stageName: string;
  languages: readonly string[];
  message: string;
  /** A checked box is `on`. */
  isAdult: string;
  agrees: string;
  key: string;
}

type Field = 'email' | 'stageName' | 'languages' | 'message' | 'isAdult' | 'agrees';

/** Rules of the form, and how it is sent. */
export const applicationRules = (
  lang: Locale,
  options: CallOptions,
): FormRules<Field, ApplicationValues & Record<string, unknown>> => ({
  check: ({ email, stageName, languages, message, isAdult, agrees }) =>
    fieldErrors({
      email: refuseEmail(email.trim()) === null ? null : 'report.emailWrong',
      stageName: calls.stageNameField.safeParse(stageName).success ? null : 'applications.wrong.stageName',
      languages: languages.some(isLocale) ? null : 'applications.wrong.languages',
      message: message.trim().length <= calls.APPLICATION_TEXT_MAX ? null : 'applications.wrong.message',
      isAdult: isAdult === 'on' ? null : 'applications.wrong.isAdult',
      agrees: agrees === 'on' ? null : 'applications.wrong.agrees',
    }),
  send: (values) => sendApplication(values, lang, options),
  labels: { 'badRequest.tooMany': { message: 'report.tooMany' } },
});

async function sendApplication(
  { email, stageName, languages, message, key }: ApplicationValues,
  lang: Locale,
  options: CallOptions,
): Promise<void> {
  const spoken = languages.filter(isLocale);
  const input = { email: email.trim(), stageName, languages: spoken, message, key, lang };
  await call(calls.sendApplication, { ...input, isAdult: true, agrees: true }, options);
}
