import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { opens, tellDrawer, tellModal } from '#lib/shell/open-dialogs.ts';
import {
  $drawer,
  $late,
  $modal,
  closeDrawer,
  closeModal,
  openDrawer,
  openModal,
} from '#lib/shell/start/dialogs.ts';
import { mountDrawerHost } from '../islands/hosts/DrawerHost.tsx';
import { mountModalHost } from '../islands/hosts/ModalHost.tsx';
import { stubApi } from '../islands/testing/render.ts';
import { dropWhatIsLate, followAttention } from './dialogs.ts';

const chunks = vi.hoisted(() => ({
  requests: [] as string[],
  arrive: () => {},
  /** Waits for `arrive`, like a chunk over a slow connection. */
  slow: (name: string, Content: () => string) => () => {
    chunks.requests.push(name);
    return new Promise<() => string>((arrived) => {
      const before = chunks.arrive;
      chunks.arrive = () => {
        before();
        arrived(Content);
      };
    });
  },
}));
vi.mock('../islands/hosts/modals.ts', () => ({
  modals: {
    NoCreditsForTip: chunks.slow('NoCreditsForTip', () => 'slow content'),
    Login: async () => () => 'quick content',
  },
}));
vi.mock('../islands/hosts/drawers.ts', () => ({
  drawers: { wallet: { title: 'wallet.title', load: chunks.slow('wallet', () => 'slow content') } },
}));

dropWhatIsLate();
followAttention();

const button = () => page.getByRole('button', { name: 'opener' });
const field = () => page.getByRole('textbox');
const late = () => page.getByText('slow content');
const isDropped = () => $modal.get() === null && $drawer.get() === null && $late.get() === null;

let unmounts: (() => void)[] = [];
beforeEach(async () => {
  stubApi();
  closeModal();
  closeDrawer();
  // Away from the button: only a pointer that comes near preloads.
  await userEvent.unhover(document.body);
  chunks.requests = [];
  chunks.arrive = () => {};
  document.documentElement.lang = 'en';
  document.body.innerHTML =
    '<main tabindex="-1"><button type="button">opener</button><input aria-label="field"><p>some text</p></main>';
  const roots = [await mountModalHost(), await mountDrawerHost()];
  unmounts = roots.map((root) => () => root.unmount());
});
afterEach(() => {
  for (const unmount of unmounts) unmount();
  document.body.replaceChildren();
});

const kinds = [
  ['dialog', () => openModal({ type: 'NoCreditsForTip' }), () => tellModal({ type: 'NoCreditsForTip' })],
  ['drawer', () => openDrawer('wallet'), () => tellDrawer('wallet')],
] as const;

const goesOn = [
  ['presses Escape', () => userEvent.keyboard('{Escape}')],
  ['types', () => userEvent.keyboard('a')],
  ['moves the focus on', () => userEvent.keyboard('{Tab}')],
  ['presses something else', () => field().click()],
  ['presses beside everything', () => page.getByText('some text').click()],
  [
    'goes back within the page',
    async () => {
      history.pushState(null, '', '#later');
      history.back();
      await new Promise((done) => addEventListener('popstate', done, { once: true }));
    },
  ],
] as const;

describe.each(kinds)('a %s whose code loads slowly', (_, open, tell) => {
  const press = async () => {
    button().element().addEventListener('click', open);
    await button().click();
    await expect.poll(() => chunks.requests.length).toBe(1);
  };

  it('opens once its code is loaded', async () => {
    await press();
    await expect.element(late()).not.toBeInTheDocument();
    chunks.arrive();
    await expect.element(late()).toBeVisible();
    expect($late.get()).toBeNull();
  });

  it.each(goesOn)('is dropped when the user %s', async (_how, goOn) => {
    await press();
    await goOn();
    expect(isDropped()).toBe(true);
    chunks.arrive();
    // Only what opens next appears.
    openModal({ type: 'Login' });
    await expect.element(page.getByText('quick content')).toBeVisible();
    await expect.element(late()).not.toBeInTheDocument();
  });

  it('is dropped when the tab is hidden', async () => {
    await press();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(isDropped()).toBe(true);
  });

  it('stays wanted while a modifier key is held, and opens once for two clicks', async () => {
    await press();
    await userEvent.keyboard('{Shift}');
    expect(isDropped()).toBe(false);
    await button().click();
    expect(isDropped()).toBe(false);
    chunks.arrive();
    await expect.element(late()).toBeVisible();
  });

  it('when not opened by a click, waits for its code despite other input, except Escape', async () => {
    tell();
    await expect.poll(() => chunks.requests.length).toBe(1);
    await field().click();
    await userEvent.keyboard('a');
    chunks.arrive();
    await expect.element(late()).toBeVisible();
    closeModal();
    closeDrawer();
    await expect.element(late()).not.toBeInTheDocument();
    tell();
    await userEvent.keyboard('{Escape}');
    expect(isDropped()).toBe(true);
  });
});

describe('what a click may open', () => {
  const offer = (...names: ('NoCreditsForTip' | 'wallet' | false)[]) => {
    button()
      .element()
      .setAttribute('data-opens', String(opens(...names)['data-opens']));
  };

  it.each([
    ['the pointer', ['NoCreditsForTip', 'wallet'], () => button().hover()],
    ['the focus', ['wallet', 'NoCreditsForTip'], async () => (button().element() as HTMLElement).focus()],
  ] as const)('is preloaded when %s comes near', async (_, names, near) => {
    offer(...names, false);
    await near();
    await expect.poll(() => [...new Set(chunks.requests)].sort()).toEqual(['NoCreditsForTip', 'wallet']);
  });
});
