import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $dataDownload, $deletion } from '#lib/member/personal-data/personal-data.ts';
import { ACTIVE_STREAM, keep, readKept } from '#lib/shell/kept.ts';
import { $wallet } from '#lib/wallet/store.ts';
import { DownloadData } from '../../SettingsData.tsx';
import { InDialog } from '../../testing/InDialog.tsx';
import { render, stubApi } from '../../testing/render.ts';
import { DeleteAccount } from './DeleteAccount.tsx';

const saved = vi.hoisted((): { name: string; size: number }[] => []);
vi.mock('#lib/api/late/file.ts', async (original) => ({
  ...(await original<typeof import('#lib/api/late/file.ts')>()),
  saveFile: ({ name, content }: { name: string; content: Blob }) => saved.push({ name, size: content.size }),
}));

beforeEach(() => {
  saved.length = 0;
  $dataDownload.set('idle');
});

const zip = () =>
  new Response('four', {
    headers: { 'content-disposition': 'attachment; filename="mijn-gegevens-2026-11-20.zip"' },
  });

it.each([
  ['nl', 'Download mijn gegevens', 'Gedownload. Kijk bij je downloads.'],
  ['en', 'Download my data', 'Downloaded. Look in your downloads.'],
] as const)(
  'saves the file under the name it was sent with, once for two clicks (%s)',
  async (lang, name, message) => {
    // The second click comes before the response.
    const answer = Promise.withResolvers<Response>();
    const fetchSpy = vi.fn((_url: string) => answer.promise);
    vi.stubGlobal('fetch', fetchSpy);
    await render(<DownloadData />, lang);
    const button = page.getByRole('button', { name });
    await userEvent.dblClick(button);
    answer.resolve(zip());
    await expect.element(page.getByText(message)).toBeVisible();
    expect(saved).toEqual([{ name: 'mijn-gegevens-2026-11-20.zip', size: 4 }]);
    expect(fetchSpy).toHaveBeenCalledTimes(1);
  },
);

it.each([
  ['nl', 429, 'badRequest.tooMany', 'Je hebt je gegevens al een paar keer opgehaald. Wacht een uur.'],
  ['en', 503, 'UNAVAILABLE', 'The download failed. Please try again later.'],
] as const)('shows why there is no file (%s, %i)', async (lang, status, label, message) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('fetch', async () => Response.json({ label }, { status }));
  await render(<DownloadData />, lang);
  await userEvent.click(page.getByRole('button'));
  await expect.element(page.getByText(message)).toBeVisible();
  expect(saved).toEqual([]);
});

const goHome = vi.hoisted(() => vi.fn());
vi.mock('#lib/member/account/current-member.ts', async (original) => ({
  ...(await original<typeof import('#lib/member/account/current-member.ts')>()),
  goHome,
}));

beforeEach(() => {
  $deletion.set('idle');
  goHome.mockClear();
});

const show = (lang: 'nl' | 'en', close = () => {}) =>
  render(
    <InDialog>
      <DeleteAccount modal={{ type: 'DeleteAccount' }} close={close} />
    </InDialog>,
    lang,
  );

const texts = {
  nl: {
    credits: 'Je hebt nog 1.250 credits. Die vervallen.',
    none: 'Je hebt geen credits meer.',
    yes: 'Ja, verwijderen',
    failed: 'Dat lukte niet. Je account is er nog. Probeer het straks nog eens.',
    done: 'Je account wordt verwijderd',
    home: 'Naar de homepage',
  },
  en: {
    credits: 'You still have 1,250 credits. They lapse.',
    none: 'You have no credits left.',
    yes: 'Yes, delete',
    failed: 'That did not work. Your account is still there. Please try again later.',
    done: 'Your account will be deleted',
    home: 'To the home page',
  },
} as const;

it.each(['nl', 'en'] as const)(
  'P2.118 says what happens to the credits, then asks once (%s)',
  async (lang) => {
    const api = stubApi();
    $wallet.setKey('credits', 1250);
    // Drafts in this tab are deleted, too.
    keep(ACTIVE_STREAM, { performer: 'Vera', line: 'Tot morgen' });
    await show(lang);
    await expect.element(page.getByText(texts[lang].credits)).toBeVisible();
    expect(api.requests).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: texts[lang].yes }));
    expect(api.requests).toMatchObject([{ method: 'DELETE', path: '/api/member/member' }]);
    api.answer(200, true);
    await expect.element(page.getByRole('heading', { name: texts[lang].done })).toBeVisible();
    expect(goHome).not.toHaveBeenCalled();
    expect(readKept(ACTIVE_STREAM)).toBeNull();
    await userEvent.click(page.getByRole('button', { name: texts[lang].home }));
    expect(goHome).toHaveBeenCalled();
  },
);

it.each(['nl', 'en'] as const)('shows a failure, and can retry (%s)', async (lang) => {
  const api = stubApi();
  vi.spyOn(console, 'warn').mockReturnValue();
  $wallet.setKey('credits', 0);
  await show(lang);
  await expect.element(page.getByText(texts[lang].none)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: texts[lang].yes }));
  api.lose();
  await expect.element(page.getByText(texts[lang].failed)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: texts[lang].yes }));
  expect(api.requests).toHaveLength(2);
});

it('is cancelled by the other button', async () => {
  const api = stubApi();
  const close = vi.fn();
  await show('nl', close);
  await userEvent.click(page.getByRole('button', { name: 'Nee, houden' }));
  expect(close).toHaveBeenCalled();
  expect(api.requests).toEqual([]);
});
