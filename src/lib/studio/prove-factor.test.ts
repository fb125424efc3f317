import { beforeEach, describe, expect, it, vi } from 'vitest';
import { redeemStudioLink } from '#contract/studio/account/account-calls.ts';
import { FACTOR_MINUTES } from '#contract/studio/account/factor-calls.ts';
import { rotateWhipKey } from '#contract/studio/account/whip-key-calls.ts';
import { addedPerformer, appCode, setUpApp, studioPassword } from '#server/studio/account/testing.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { call } from '../api/call.ts';
import { $modal, closeModal } from '../shell/start/dialogs.ts';
import { inMemoryBrowser } from '../testing/transport.ts';
import { createFactorProof, type FactorProof, readFactor } from './prove-factor.ts';

const server = startTestApp();
let page: FactorProof;
let key: Uint8Array;
const unused = ['Amelie', 'Bianca', 'Carmen', 'Daphne'];

beforeEach(async () => {
  const browser = inMemoryBrowser(server.app);
  vi.stubGlobal('fetch', browser.fetch);
  vi.stubGlobal('location', new URL('http://localhost:4321/studio/live'));
  const added = await addedPerformer(server, unused.shift() ?? '');
  const { token } = await callApp(server, redeemStudioLink, {
    key: added.key,
    newPassword: studioPassword,
  });
  browser.cookies.set('vonk_studio', token);
  ({ key } = await setUpApp(server, bearer(token)));
  server.clock.advance(FACTOR_MINUTES * 60_000);
  page = createFactorProof();
});

const rotate = () => page.withFactor(() => call(rotateWhipKey, {}));
const asksInDialog = () => expect.poll(() => $modal.get()).toEqual({ type: 'ProveFactor' });

describe('an act that needs the second factor', () => {
  it('waits for the dialog, and then goes on', async () => {
    const rotating = rotate();
    await asksInDialog();
    expect(await page.proofForm.submit({ code: 'none' })).toBe(false);
    expect(page.proofForm.$state.get()).toMatchObject({ fields: { code: 'studio.factor.shape' } });
    expect(await page.proofForm.submit({ code: '000000' })).toBe(false);
    expect(page.proofForm.$state.get()).toMatchObject({ fields: { code: 'studio.factor.wrong' } });
    expect(await page.proofForm.submit({ code: appCode(server, key) })).toBe(true);
    expect((await rotating).key).toEqual(expect.any(String));
    expect($modal.get()).toBeNull();
    expect((await readFactor()).provedUntil).not.toBeNull();
    await rotate();
  });

  it('fails if the dialog is closed', async () => {
    const rotating = rotate().catch((error: unknown) => error);
    await asksInDialog();
    closeModal();
    expect(await rotating).toMatchObject({ label: 'badRequest.factor.required' });
  });

  it('is not held up by another mistake', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
    await expect(rotate()).rejects.toThrow('UNAVAILABLE');
    expect($modal.get()).toBeNull();
  });
});
