import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $toast, showToast } from '#lib/shell/toast.ts';
import { mountToastHost } from './ToastHost.tsx';

const style = (css: string) => `position: fixed; ${css}`;
const composer = style('inset: auto 0 0; height: 68px');
const stop = style('top: 60px; right: 12px; width: 90px; height: 36px');
/** Price and Stop as a drawer pins them, right where the toast goes to. */
const pinned = style('bottom: 80px; right: 8px; width: 90px; height: 36px');

let host: Awaited<ReturnType<typeof mountToastHost>> | null = null;

beforeEach(async () => {
  $toast.set(null);
  await page.viewport(390, 844);
  host = await mountToastHost();
});
afterEach(async () => {
  host?.unmount();
  document.body.replaceChildren();
  await page.viewport(414, 896);
});

const add = (className: string, css: string): void => {
  const one = document.body.appendChild(document.createElement('div'));
  one.className = className;
  one.style.cssText = css;
};
/** The toasts' place as the style sheet has it, which is not loaded here. */
const lieBelow = async (): Promise<void> => {
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  const place = page.getByRole('region').element() as HTMLElement;
  place.style.cssText += style('inset: auto 16px 16px');
};
const boxOf = (selector: string): DOMRect => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found.getBoundingClientRect();
};
const told = 'Vera staat bij je favorieten';
const toastBox = (): DOMRect => page.getByRole('region').element().getBoundingClientRect();
const isClearOf = (selector: string): boolean => {
  const [toast, other] = [toastBox(), boxOf(selector)];
  return toast.height > 0 && (toast.bottom <= other.top || toast.top >= other.bottom);
};

it('covers neither the field of the chat nor its Stop on a phone', async () => {
  add('stream-composer', composer);
  add('stream-stop', stop);
  await lieBelow();
  showToast('success', told);
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.poll(() => [isClearOf('.stream-composer'), isClearOf('.stream-stop')]).toEqual([true, true]);
});

it('makes way when a drawer brings Stop to where it stands, and comes back down', async () => {
  add('stream-composer', composer);
  await lieBelow();
  showToast('success', told);
  await expect.poll(() => isClearOf('.stream-composer')).toBe(true);
  const before = toastBox().bottom;
  add('stream-stop', pinned);
  await expect.poll(() => isClearOf('.stream-stop')).toBe(true);
  expect(toastBox().bottom).toBeLessThan(before);
  document.querySelector('.stream-stop')?.remove();
  await expect.poll(() => toastBox().bottom).toBe(before);
});

it('covers the main button neither of a dialog nor of a drawer', async () => {
  add('dialog', style('inset: auto 0 0; height: 300px'));
  const frame = document.querySelector('.dialog');
  frame?.setAttribute('role', 'dialog');
  const main = document.createElement('button');
  main.className = 'btn btn-primary';
  main.style.cssText = style('inset: auto 16px 24px; height: 48px');
  frame?.append(main);
  await lieBelow();
  showToast('success', told);
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.poll(() => isClearOf('.btn-primary')).toBe(true);
});

it('lies at the bottom of every other page', async () => {
  await lieBelow();
  showToast('success', told);
  await expect.element(page.getByText(told)).toBeVisible();
  await expect.poll(() => toastBox().bottom).toBe(window.innerHeight - 16);
});
