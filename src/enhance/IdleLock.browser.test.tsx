import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stubApi } from '../islands/testing/render.ts';
import { startIdleLock } from './idle-lock.ts';

it('hides the page of an operator who is away until the right code is given', async () => {
  const api = stubApi();
  onTestFinished(() => document.body.replaceChildren());
  const tabs = new BroadcastChannel('desk-idle');
  const notices: unknown[] = [];
  tabs.addEventListener('message', ({ data }) => notices.push(data));
  document.body.innerHTML = `<main><input aria-label="Facts"></main>
    <dialog data-desk-idle="0.05" aria-label="The desk is locked">
      <form><input aria-label="Code"><p role="alert" data-desk-idle-error="Wrong code"></p><button>Go on</button></form>
    </dialog>`;
  const facts = document.querySelector('input');
  if (facts) facts.value = 'Half a sentence';
  startIdleLock();
  const lock = page.getByRole('dialog');
  await expect.element(lock).toBeVisible();
  await expect.poll(() => api.requests[0]?.path).toBe('/api/desk/lock');
  api.answer(200, {});
  await userEvent.keyboard('{Escape}');
  await expect.element(lock).toBeVisible();

  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect
    .poll(() => api.requests[1])
    .toMatchObject({ path: '/api/desk/confirm', body: { code: '000000' } });
  api.answer(400, { label: 'badRequest.code.invalid' });
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong code');
  await expect.element(lock).toBeVisible();

  await page.getByRole('textbox', { name: 'Code' }).fill('123456');
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => api.requests[2]?.body).toEqual({ code: '123456' });
  api.answer(200, { until: '2026-11-20T12:05:00.000Z' });
  // Away once more.
  await expect
    .poll(() => notices.filter((notice) => notice !== 'touched'))
    .toEqual(['locked', 'unlocked', 'locked']);
  expect(facts?.value).toBe('Half a sentence');
  tabs.close();
});
