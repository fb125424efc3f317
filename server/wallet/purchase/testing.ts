import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import type { FailReason } from '#contract/wallet/payment.ts';
import { openPayment } from '#contract/wallet/purchase-calls.ts';
import type { TestMember } from '#server/testing/people.ts';
import { bearer, callApp, type TestApp } from '#server/testing/test-app.ts';

/** An order of the second bundle by iDEAL. */
export const basket = (changes: Partial<InputOf<typeof openPayment>> = {}): InputOf<typeof openPayment> => ({
  bundle: 'plus',
  paymentMethod: '10',
  returnUrl: '/',
  device: 'desktop',
  consent: true,
  requestKey: crypto.randomUUID(),
  ...changes,
});

export interface Opened extends OutputOf<typeof openPayment> {
  /** The order's id at the provider. */
  order: string;
}

export async function open(
  test: TestApp,
  { token }: Pick<TestMember, 'token'>,
  changes: Partial<InputOf<typeof openPayment>> = {},
): Promise<Opened> {
  const opened = await callApp(test, openPayment, basket(changes), bearer(token));
  return { ...opened, order: opened.redirectUrl.split('/').at(-1) ?? '' };
}

/** Sends a notification; genuine by default. */
export async function notify(
  { app }: Pick<TestApp, 'app'>,
  order: string,
  { signed = true, provider = 'sandbox' }: { signed?: boolean; provider?: string } = {},
): Promise<{ status: number; body: string }> {
  const response = await app.request(`/api/payments/notify/${provider}`, {
    method: 'POST',
    body: order,
    headers: signed ? { 'x-signed': 'yes' } : {},
  });
  return { status: response.status, body: await response.text() };
}

export async function payAndNotify(test: TestApp, order: string): Promise<void> {
  test.payments.pay(order);
  await notify(test, order);
}

export async function failAndNotify(test: TestApp, order: string, reason: FailReason): Promise<void> {
  test.payments.fail(order, reason);
  await notify(test, order);
}
