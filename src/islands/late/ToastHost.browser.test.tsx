import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { $toast, showToast } from '#lib/shell/start/feedback.ts';
import { mountToastHost } from './ToastHost.tsx';

const style = (css: string) => `position: fixed; ${css}`;
const composer = style('inset: auto 0 0; height: 68px');
const stop = style('top: 60px; right: 12px; width: 90px; height: 36px');
/** Price and Stop as a drawer pins them, exactly where the toast appears. */
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
/** The toasts' position from the style sheet, which is not loaded here. */
const lieBelow = async (): Promise<void> => {
  await expect.element(page.getByRole('region')).toBeInTheDocument();
  const place = page.getByRole('region').element() as HTMLElement;
  place.style.cssText += style('inset: auto 16px 16px');
};
const boxOf = (selector: string): DOMRect => {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`No element ${selector}`);
  return found.getBoundingClientRect();
};
const text = 'Vera staat bij je favorieten';
const toastBox = (): DOMRect => page.getByRole('region').element().getBoundingClientRect();
const isClearOf = (selector: string): boolean => {
  const [toast, other] = [toastBox(), boxOf(selector)];
  return toast.height > 0 && (toast.bottom <= other.top || toast.top >= other.bottom);
};

it('does not cover the chat’s field or its Stop on a phone', async () => {
  add('stream-composer', composer);
  add('stream-stop', stop);
  await lieBelow();
  showToast('success', text);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.poll(() => [isClearOf('.stream-composer'), isClearOf('.stream-stop')]).toEqual([true, true]);
});

it('moves up when a drawer brings Stop to its position, and back down afterwards', async () => {
  add('stream-composer', composer);
  await lieBelow();
  showToast('success', text);
  await expect.poll(() => isClearOf('.stream-composer')).toBe(true);
  const before = toastBox().bottom;
  add('stream-stop', pinned);
  await expect.poll(() => isClearOf('.stream-stop')).toBe(true);
  expect(toastBox().bottom).toBeLessThan(before);
  document.querySelector('.stream-stop')?.remove();
  await expect.poll(() => toastBox().bottom).toBe(before);
});

it('does not cover the main button of a dialog or drawer', async () => {
  add('dialog', style('inset: auto 0 0; height: 300px'));
  const frame = document.querySelector('.dialog');
  frame?.setAttribute('role', 'dialog');
  const main = document.createElement('button');
  main.className = 'btn btn-primary';
  main.style.cssText = style('inset: auto 16px 24px; height: 48px');
  frame?.append(main);
  await lieBelow();
  showToast('success', text);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.poll(() => isClearOf('.btn-primary')).toBe(true);
});

it.each([
  ['the main button of a page', '<main><a class="btn btn-primary">Chat</a></main>', '.btn-primary'],
  ['the question about cookies', '<section id="consent">Cookies?</section>', '#consent'],
  ['the news of a list', '<button data-list-pill="">2 new</button>', '[data-list-pill]'],
])('does not cover %s', async (_, html, selector) => {
  const frame = document.body.appendChild(document.createElement('div'));
  frame.innerHTML = html;
  const control = frame.querySelector<HTMLElement>(selector);
  if (control) control.style.cssText = style('inset: auto 16px 20px; height: 48px');
  await lieBelow();
  showToast('success', text);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.poll(() => isClearOf(selector)).toBe(true);
});

it('stays at the bottom of every other page', async () => {
  await lieBelow();
  showToast('success', text);
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.poll(() => toastBox().bottom).toBe(window.innerHeight - 16);
});
