import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetChoice, restoreChoice } from '#lib/wallet/purchase/choice.ts';
import { chooseAgain } from '#lib/wallet/store.ts';
import { leave, ofThisRun, render, type StubbedApi, stubApi } from '../../testing/render.ts';
import { Checkout } from './Checkout.tsx';

const bundle = {
  id: 'plus',
  cents: 995,
  credits: 650,
  pricePerMinute: 0.92,
  discount: 7,
  bonus: 46,
  popular: false,
};
const options = [
  { id: '10', provider: 'paynl', method: 'ideal' },
  { id: '709', provider: 'paynl', method: 'creditcard' },
] as const;

const sites = [
  {
    lang: 'nl',
    usual: 'iDEAL',
    country: 'Waar woon je?',
    other: 'Creditcard',
    consent: /^Ik wil mijn credits direct ontvangen/,
    consentNeeded: 'Vink eerst aan dat je de credits direct wilt ontvangen.',
    pay: /^Betaal € 9,95$/,
    change: 'Wijzig pakket',
    provider: 'De betaaldienst reageert niet. Er is niets betaald. Probeer het nog eens.',
    tooMany: 'Dat ging wat snel. Wacht een minuut en probeer het nog eens.',
    gone: 'Dit pakket is niet meer te koop. Kies een ander.',
    methods: 'Hoe wil je betalen?',
    noMethod: 'Deze betaalwijze kan nu niet. Kies een andere.',
  },
  {
    lang: 'en',
    usual: 'Credit card',
    country: 'Where do you live?',
    other: 'iDEAL',
    consent: /^I want my credits right away/,
    consentNeeded: 'First tick that you want the credits right away.',
    pay: /^Pay €9\.95$/,
    change: 'Change bundle',
    provider: 'The payment service does not answer. Nothing was paid. Please try again.',
    tooMany: 'That was a bit fast. Wait a minute and try again.',
    gone: 'This bundle is no longer for sale. Choose another one.',
    methods: 'How do you want to pay?',
    noMethod: 'This way to pay is not available now. Choose another one.',
  },
] as const;

describe.each(ofThisRun(sites))('the checkout ($lang)', (site) => {
  let api: StubbedApi;
  const change = vi.fn();
  beforeEach(async () => {
    api = stubApi();
    change.mockClear();
    chooseAgain();
    forgetChoice();
    await render(<Checkout bundle={bundle} options={options} onChange={change} />, site.lang);
  });

  const method = (name: string) => page.getByRole('radio', { name });
  const consent = () => page.getByRole('checkbox', { name: site.consent });
  const pay = () => page.getByRole('button', { name: site.pay });
  const sent = () => api.requests.map(({ body }) => body as { requestKey: string });

  it('requires the consent first, with an error beside it, and keeps the selection', async () => {
    await expect.element(method(site.usual)).toBeChecked();
    await method(site.other).click();
    await pay().click();
    await expect.element(consent()).toHaveAccessibleDescription(site.consentNeeded);
    await expect.element(consent()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(consent()).toHaveFocus();
    await expect.element(page.getByRole('alert')).toHaveTextContent(site.consentNeeded);
    await expect.element(method(site.other)).toBeChecked();
    await consent().click();
    await expect.element(consent()).not.toHaveAccessibleDescription();
    expect(api.requests).toEqual([]);
  });

  it('can be completed by keyboard, and pays once for repeated clicks', async () => {
    await method(site.usual).click();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(method(site.other)).toBeChecked();
    await userEvent.keyboard('{Tab} ');
    await expect.element(consent()).toBeChecked();
    await userEvent.keyboard('{Tab}');
    await expect.element(pay()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(pay()).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    // It is aria-disabled, and Playwright's click would wait for that.
    await pay().click({ force: true });
    expect(sent()).toMatchObject([{ bundle: 'plus', consent: true, lang: 'nl' }]);
    expect(api.requests[0]?.body).toMatchObject({ paymentMethod: site.lang === 'nl' ? '709' : '10' });
  });

  it.each([
    ['UNAVAILABLE', 503, site.provider],
    ['badRequest.tooMany', 429, site.tooMany],
    ['badRequest.invalid.bundle', 400, site.gone],
  ] as const)('shows the refusal %s, keeps the form, and can retry', async (label, status, message) => {
    await method(site.other).click();
    await consent().click();
    await pay().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(status, { label });
    await expect.element(page.getByText(message)).toBeVisible();
    await expect.element(method(site.other)).toBeChecked();
    await expect.element(consent()).toBeChecked();
    await expect.element(pay()).not.toHaveAttribute('aria-busy');
    await pay().click();
    await expect.poll(() => api.requests.length).toBe(2);
  });

  it('marks a refused method at its group until another is chosen', async () => {
    const methods = page.getByRole('radiogroup', { name: site.methods });
    await consent().click();
    await pay().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.invalid.paymentMethod' });
    await expect.element(methods).toHaveAttribute('aria-invalid', 'true');
    await expect.element(methods).toHaveAccessibleDescription(site.noMethod);
    await expect.element(method(site.usual)).toHaveFocus();
    await method(site.other).click();
    await expect.element(methods).not.toHaveAttribute('aria-invalid');
    await expect.element(page.getByText(site.noMethod)).not.toBeInTheDocument();
  });

  it('leads to the button that helps if the bundle is gone', async () => {
    await consent().click();
    await pay().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.answer(400, { label: 'badRequest.invalid.bundle' });
    const button = page.getByRole('button', { name: site.change });
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAccessibleDescription(site.gone);
  });

  it('keeps the method over a reload, but not the consent', async () => {
    await method(site.other).click();
    await consent().click();
    restoreChoice();
    leave();
    await render(<Checkout bundle={bundle} options={options} onChange={change} />, site.lang);
    await expect.element(method(site.other)).toBeChecked();
    await expect.element(consent()).not.toBeChecked();
    expect(sessionStorage.getItem('wallet')).not.toContain('consent');
  });

  it('opens no second payment if the first response was lost', async () => {
    await consent().click();
    await pay().click();
    await expect.poll(() => api.requests.length).toBe(1);
    api.lose();
    await expect.element(page.getByText(site.provider)).toBeVisible();
    await pay().click();
    await expect.poll(() => api.requests.length).toBe(2);
    const [first, second] = sent();
    expect(second?.requestKey).toBe(first?.requestKey);
  });

  it('asks where the buyer lives if that decides the VAT, with the country of the network first', async () => {
    leave();
    const billing = { country: 'DE' };
    await render(
      <Checkout bundle={bundle} options={options} billing={billing} onChange={change} />,
      site.lang,
    );
    const country = page.getByRole('combobox', { name: site.country });
    await expect.element(country).toHaveValue('DE');
    await country.selectOptions('FI');
    await consent().click();
    await pay().click();
    await expect.poll(() => sent()).toMatchObject([{ country: 'FI' }]);
  });

  it('leads back to the bundles', async () => {
    await page.getByRole('button', { name: site.change }).click();
    expect(change).toHaveBeenCalledOnce();
  });
});
