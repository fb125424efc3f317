import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { recordTracks } from '../support/live/camera.ts';
import { withoutCast } from '../support/live/options.ts';
import { accountsOf } from '../support/members.ts';
import { screenshot } from '../support/page.ts';
import { enter, expectPictures } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test.use(withoutCast);

const bandOf = (page: Page) => page.locator('[data-band]').first();

/** Logs a performer in and opens her live page. */
async function openStudio(context: BrowserContext, performer: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/studio/login');
  await page.getByLabel('Performernaam').fill(performer);
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Studio1234');
  await page.getByRole('button', { name: 'Inloggen' }).click();
  await page.getByRole('link', { name: 'Naar de livepagina' }).click();
  await expect(bandOf(page)).toHaveText('Niemand ziet je');
  return page;
}

/** Opens the devices and rehearses until the own picture has come back. */
async function rehearse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Camera en microfoon openen' }).click();
  await page.getByRole('button', { name: 'Repetitie starten' }).click();
  await expect(page.getByText(/^(Zoals het aankomt|Vertraging \d+ ms)$/)).toBeVisible();
}

async function goLive(page: Page, chat: 'betaalde' | 'gratis'): Promise<void> {
  await page.getByRole('button', { name: `Live met ${chat} chat` }).click();
  await expect(page.getByRole('timer')).toHaveText(/Live over [123]/);
  await expect(bandOf(page)).toContainText('LIVE');
}

test('a performer goes live from her browser, is watched and tipped, and gives a VIP show @embedded', {
  tag: '@main',
}, async ({ newPerson, product }) => {
  const ruben = await openStudio(await newPerson(), 'Ruben');
  await rehearse(ruben);
  await expect(bandOf(ruben)).toHaveText('Niemand ziet je');
  await goLive(ruben, 'betaalde');
  await expect(bandOf(ruben)).toHaveText(/kijkers die betalen, zien je *0 kijkers/);

  const member = await newPerson();
  await enter(member, product.url, accountsOf('studio').rich);
  const watching = await member.newPage();
  await watching.goto('/stream/Ruben');
  await watching.getByRole('button', { name: 'Start voor 60 credits per minuut' }).click();
  await expectPictures(watching);
  await expect(bandOf(ruben)).toContainText('1 kijker');

  await ruben.getByText('Encoder (OBS)').click();
  await expect(
    ruben.getByText(/^Ontvangt \d+×\d+ met \d+ beelden per seconde, [\d,]+ Mbit\/s$/),
  ).toBeVisible();
  await ruben.getByText('Encoder (OBS)').click();
  await ruben.getByRole('button', { name: 'Camera uit' }).click();
  await expect(watching.getByText('Het beeld van Ruben staat stil')).toBeVisible();
  await expect(watching.getByText('Je betaalt niets tot het weer beweegt')).toBeVisible();
  await expect(ruben.getByText(/dat bij de server aankomt, staat stil/)).toBeVisible();
  await ruben.getByRole('button', { name: 'Camera aan' }).click();
  await expect(watching.getByText('Het beeld van Ruben staat stil')).toBeHidden();
  await expect(ruben.getByText(/dat bij de server aankomt, staat stil/)).toBeHidden();

  await watching.getByRole('tab', { name: 'Fooi' }).click();
  await watching.getByRole('button', { name: /Kus 250/ }).click();
  await watching.getByRole('button', { name: 'Geef 250 credits' }).click();
  await expect(ruben.locator('[data-kind=tip]')).toContainText('rich-studio geeft 250 credits');
  await expect(ruben.getByRole('list', { name: 'Topgevers' })).toContainText('rich-studio 250 credits');
  await ruben.getByLabel('Bericht aan je kamer').fill('Dank je wel!');
  await ruben.keyboard.press('Enter');
  await watching.getByRole('tab', { name: 'Chat' }).click();
  await expect(watching.locator('[data-kind=host]').last()).toContainText('Dank je wel!');
  await expectAccessible(ruben);
  await screenshot(ruben, 'studio-live');

  await watching.getByRole('tab', { name: 'VIP' }).click();
  await watching.getByRole('button', { name: 'Vraag een VIP-show aan' }).click();
  const question = watching.getByRole('alertdialog', { name: /240 credits per minuut/ });
  await question.getByRole('button', { name: 'Ja, vraag aan' }).click();
  await ruben.getByRole('button', { name: 'Accepteren' }).click();
  await expect(bandOf(ruben)).toHaveText('VIP: alleen rich-studio ziet je, en zo nodig onze moderatie');
  await expect(watching.getByText('Je bent in een VIP-show met Ruben, zonder andere kijkers.')).toBeVisible();
  await expectPictures(watching);

  await ruben.getByRole('button', { name: 'VIP-show stoppen' }).click();
  await expect(bandOf(ruben)).toHaveText('Pauze: niemand ziet je');
  await ruben.getByRole('button', { name: 'Uitzending stoppen' }).click();
  await expect(bandOf(ruben)).toHaveText('Niemand ziet je');
  await expect(ruben.getByRole('button', { name: 'Repetitie starten' })).toBeVisible();
});

test('a broadcast survives an unplugged camera, a reload and a second window, which takes over @embedded', async ({
  newPerson,
}) => {
  const context = await newPerson();
  await context.addInitScript(recordTracks);
  const first = await openStudio(context, 'Sofie');
  await rehearse(first);
  await goLive(first, 'gratis');

  await first.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    const camera = tracks.find(({ kind }) => kind === 'video');
    camera?.stop();
    camera?.dispatchEvent(new Event('ended'));
  });
  const lost = first.getByRole('alert').filter({ hasText: 'Je camera is losgekoppeld' });
  await lost.getByRole('button').first().click();
  await expect(lost).toBeHidden();
  await expect(bandOf(first)).toContainText('LIVE');

  await first.getByRole('button', { name: 'Microfoon dempen' }).click();
  await expect(first.getByText('GELUID UIT: niemand hoort je')).toBeVisible();

  first.on('dialog', (dialog) => void dialog.accept());
  await first.reload();
  await expect(bandOf(first)).toHaveText('Niemand ziet je: er komt geen beeld aan');
  await first.getByRole('button', { name: 'Verder uitzenden' }).click();
  await expect(bandOf(first)).toContainText('LIVE');

  const second = await context.newPage();
  await second.goto('/studio/live');
  await expect(bandOf(second)).toContainText('LIVE');
  await second.getByRole('button', { name: 'Camera en microfoon openen' }).click();
  await expect(second.getByText(/Begin je hier, dan stopt dat/)).toBeVisible();
  await second.getByRole('button', { name: 'Hier overnemen' }).click();
  await expect(first.getByRole('heading', { name: 'Elders verder' })).toBeVisible();
  await expect(bandOf(second)).toContainText('LIVE');
  await second.getByRole('button', { name: 'Uitzending stoppen' }).click();
  await expect(bandOf(second)).toHaveText('Niemand ziet je');
});
