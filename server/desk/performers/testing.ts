import { IDENTITY_COPY_FILE, type recordPerson } from '#contract/desk/people/identity-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** Of an invented passport. */
export const papers = {
  legalName: 'Secret Person',
  dateOfBirth: '1990-12-31',
  otherNames: ['Secret Alias'],
  address: 'Secret street 1',
  document: 'passport',
  numberEnd: '2014',
} as const;

/** A person beside a performer. */
export const personBeside = (
  performer: number,
  more: Partial<ParsedInput<typeof recordPerson>> = {},
): ParsedInput<typeof recordPerson> => ({
  ...papers,
  otherNames: [],
  performer,
  label: 'Robin',
  checkedOn: '2026-11-01',
  consentVersion: '2026-11',
  consentedOn: '2026-11-01',
  reason: 'saw the passport',
  ...more,
});

/** Sends a copy of a document as a script does. */
export function sendCopy(
  { app, deps }: Pick<TestApp, 'app' | 'deps'>,
  headers: Record<string, string>,
  { record, file, reason = 'saw the passport' }: { record: string; file: Uint8Array; reason?: string },
): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'passport.jpg');
  form.append('reason', reason);
  return Promise.resolve(
    app.request(`${IDENTITY_COPY_FILE}?${new URLSearchParams({ record })}`, {
      method: 'POST',
      headers: { 'api-key': deps.config.apiKey, ...headers },
      body: form,
    }),
  );
}
