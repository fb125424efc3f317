import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { $dataDownload } from '#lib/member/personal-data/personal-data.ts';
import { render } from '../../testing/render.ts';
import { DownloadData } from './DownloadData.tsx';

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
