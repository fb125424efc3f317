import { expect, it } from 'vitest';
import { notePolice, POLICE_NOTE_FILE, readCase } from '#contract/desk/reports/report-calls.ts';
import { type ReportReason, sendReport } from '#contract/safety/report-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { caseAbout } from '#server/safety/reports/reads.ts';
import { anOperator, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';

const test = startTestApp();
const FACTS = 'She says that he waits at her door.';
const REPORTER = 'reporter@example.com';

async function caseOf(reason: ReportReason) {
  const vera = await aPerformer(test);
  const { number } = await callApp(test, sendReport, {
    performer: vera.username,
    reason,
    details: 'He has a knife',
    email: REPORTER,
    place: 'profile',
    key: test.deps.newId(),
  });
  const found = await caseAbout(test.deps.db, { performerId: vera.id });
  if (!found) throw new Error('There is no case');
  return { vera, number, id: found.id, version: found.version };
}

const load = (id: number, version: number, headers: Record<string, string>) => {
  const query = new URLSearchParams({
    'api-key': test.deps.config.apiKey,
    case: String(id),
    version: String(version),
  });
  return test.app.request(`${POLICE_NOTE_FILE}?${query}`, { headers });
};

it('tells the police of somebody in danger, in the case, in a file and in the log', async () => {
  const { headers } = await anOperator(test, 'moderator');
  const { vera, number, id, version } = await caseOf('violence');
  const input = { case: id, version, facts: FACTS, reason: 'danger' };
  await callApp(test, notePolice, input, headers);
  await expect(callApp(test, notePolice, input, headers)).rejects.toThrow('badRequest.case.changed');
  const { steps, version: noted } = await callApp(test, readCase, { case: id }, headers);
  expect(steps.at(-1)).toMatchObject({ state: 'police', note: FACTS, version: noted });
  const file = await load(id, noted, headers);
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await file.text();
  for (const part of [vera.username, FACTS, number, 'He has a knife', `/desk/reports/${id}`])
    expect(text).toContain(part);
  expect(text).not.toContain(REPORTER);
  const rows = await test.deps.db.select().from(auditRows);
  expect(rows.filter(({ act }) => act === 'file.exported')).toMatchObject([
    { subject: `case:${id}`, details: { file: 'police-note', month: null } },
  ]);
  expect((await load(id, version, headers)).status).toBe(404);
  expect((await load(id, noted, (await anOperator(test, 'finance')).headers)).status).toBe(403);
});

it('has no note for a case in which nobody is in danger', async () => {
  const { headers } = await anOperator(test, 'moderator');
  const { id, version } = await caseOf('fraud');
  await expect(
    callApp(test, notePolice, { case: id, version, facts: FACTS, reason: 'danger' }, headers),
  ).rejects.toThrow('badRequest.case.state');
  const { steps } = await callApp(test, readCase, { case: id }, headers);
  expect(steps.map(({ state }) => state)).toEqual(['received']);
});
