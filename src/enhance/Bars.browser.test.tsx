import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { closeDrawer, dropLate, endLate, openDrawer } from '#lib/shell/start/dialogs.ts';
import { setText } from '#lib/shell/start/hooks.ts';
import { scrollBars, startLoader } from './at-once.ts';
import { startSteps } from './attention.ts';
import { followAttention } from './dialogs.ts';

/** 100 px of a row of ten items of 40 px. */
function draw(): { bar: HTMLElement; back: HTMLElement; on: HTMLElement } {
  const items = Array.from(
    { length: 10 },
    (_, at) => `<a ${at === 5 ? 'aria-current="page"' : ''} style="flex:none;width:40px">${at}</a>`,
  );
  document.body.innerHTML = `<div><div data-bar style="display:flex;width:100px;overflow-x:auto">${items.join('')}</div><button data-bar-step="back" hidden></button><button data-bar-step="on" hidden></button></div>`;
  const [bar, back, on] = document.querySelectorAll<HTMLElement>('[data-bar], button');
  if (!bar || !back || !on) throw new Error('no bar');
  return { bar, back, on };
}

it('shows the chosen item, and arrows to where more follows', async () => {
  const { bar, back, on } = draw();
  scrollBars();
  startSteps();
  expect(bar.scrollLeft).toBeGreaterThan(100);
  await expect.poll(() => [back.hidden, on.hidden]).toEqual([false, false]);
  bar.scrollLeft = 0;
  await expect.poll(() => [back.hidden, on.hidden]).toEqual([true, false]);
  bar.scrollLeft = 1000;
  await expect.poll(() => [back.hidden, on.hidden]).toEqual([false, true]);
});

it('has no arrows if everything fits', async () => {
  const { bar, back, on } = draw();
  scrollBars();
  startSteps();
  await expect.poll(() => on.hidden).toBe(false);
  bar.style.width = '400px';
  await expect.poll(() => [back.hidden, on.hidden]).toEqual([true, true]);
});

it('scrolls by an arrow', async () => {
  const { bar, back, on } = draw();
  scrollBars();
  startSteps();
  bar.scrollLeft = 0;
  on.click();
  await expect.poll(() => bar.scrollLeft).toBe(80);
  back.click();
  await expect.poll(() => bar.scrollLeft).toBe(0);
});

it('has its arrows once the pointer has moved, not for a pointer that rests where the page appears', async () => {
  const { on } = draw();
  followAttention();
  const point = (movementX: number) =>
    document.dispatchEvent(new PointerEvent('pointermove', { movementX, pointerType: 'mouse' }));
  point(0);
  await import('./attention.ts');
  // An observer of sizes reports after a frame.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  expect(on.hidden).toBe(true);
  point(1);
  await expect.poll(() => on.hidden).toBe(false);
});

it('changes the text and keeps its node', () => {
  const button = document.createElement('button');
  button.textContent = 'Show 2';
  const node = button.firstChild;
  setText(button, 'Show 3');
  expect(button.firstChild).toBe(node);
  expect(button.textContent).toBe('Show 3');
});

it('fills an empty element, and replaces several nodes', () => {
  const place = document.createElement('p');
  setText(place, 'First');
  expect(place.textContent).toBe('First');
  place.innerHTML = 'First <b>second</b>';
  setText(place, 'Third');
  expect(place.innerHTML).toBe('Third');
});

startLoader();
const root = document.documentElement;
const credits = () => page.getByRole('button', { name: 'credits' });

afterEach(() => {
  closeDrawer();
  document.body.replaceChildren();
});

function pressCredits(isTold = false): void {
  document.body.innerHTML = '<button type="button"><span>credits</span></button>';
  document.querySelector('button')?.addEventListener('click', () => openDrawer('wallet', isTold));
  document.querySelector('span')?.click();
}

it('marks the pressed control until what it opens is shown', async () => {
  pressCredits();
  await expect.element(credits()).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => root.hasAttribute('data-waiting')).toBe(true);
  endLate(closeDrawer);
  await expect.element(credits()).not.toHaveAttribute('aria-busy');
  expect(root.hasAttribute('data-waiting')).toBe(false);
});

it('stops when the visitor moves on', async () => {
  pressCredits();
  dropLate();
  await expect.element(credits()).not.toHaveAttribute('aria-busy');
});

it('marks nothing for a drawer that no press opens', async () => {
  pressCredits(true);
  await expect.element(credits()).not.toHaveAttribute('aria-busy');
});
