import '#lib/shell/no-eval.ts';
import { showAddress } from '#lib/shell/address.ts';
import { acceptAge } from '#lib/shell/age.ts';
import { reloadOnChunkFailure } from '#lib/shell/chunk-failure.ts';
import { listenConsent } from '#lib/shell/consent.ts';
import { helpDialogs } from '#lib/shell/dialogs.ts';
import { $drawer, type Drawer, openDrawer } from '#lib/shell/drawer.ts';
import { whenIdle } from '#lib/shell/idle.ts';
import { $waiting, LOADER_DELAY_MS } from '#lib/shell/loader.ts';
import { $modal, type Modal, openModal } from '#lib/shell/modal.ts';
import { listenTabs } from '#lib/shell/tabs.ts';
import { chooseScheme } from '#lib/shell/theme.ts';
import { $toast } from '#lib/shell/toast.ts';

/** The only script a guest's first page has: it waits, and fetches the dialogs when one is asked for. */

reloadOnChunkFailure();

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  helpDialogs(target);
  const opener = target.closest<HTMLElement>('[data-modal]');
  if (opener) openModal({ type: opener.dataset.modal } as Modal);
  const handle = target.closest<HTMLElement>('[data-drawer]');
  if (handle) openDrawer(handle.dataset.drawer as Drawer);
  const scheme = target.closest<HTMLElement>('[data-scheme-choice]');
  if (scheme) pressScheme(scheme);
  const heart = target.closest<HTMLElement>('[data-favourite]');
  if (heart) hearts().then(({ pressHeart }) => pressHeart(heart));
});

document.addEventListener('click', (event) => {
  const { target, button, ctrlKey, metaKey, shiftKey } = event;
  const thumbnail = target instanceof Element && target.closest<HTMLElement>('[data-gallery-item]');
  // A link that is opened elsewhere stays a link.
  if (!thumbnail || button !== 0 || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  import('./gallery/viewer.ts').then(({ viewFrom }) => viewFrom(thumbnail));
});

const hearts = () => import('./heart.ts');

function pressScheme(pressed: HTMLElement): void {
  chooseScheme(pressed.dataset.schemeChoice);
  for (const button of document.querySelectorAll('[data-scheme-choice]')) {
    button.setAttribute('aria-pressed', String(button === pressed));
  }
}

const gate = document.querySelector<HTMLDialogElement>('#age-gate');
gate?.addEventListener('submit', (event) => {
  event.preventDefault();
  acceptAge();
  gate.close();
  document.querySelector('#page')?.removeAttribute('inert');
  document.dispatchEvent(new CustomEvent('age-accepted'));
});

listenConsent();
whenIdle(() => import('#lib/shell/background/settle-in.ts').then(({ settleIn }) => settleIn()));
listenTabs();
showAddress();

// A chosen category further along the bar would be out of sight.
document
  .querySelector('[data-category-bar] [aria-current]')
  ?.scrollIntoView({ inline: 'center', block: 'nearest' });

const promo = document.querySelector<HTMLDialogElement>('#promo');
if (promo) whenIdle(() => import('#lib/shell/promo.ts').then(({ offerPromo }) => offerPromo(promo)));

const asked = new URLSearchParams(location.search);
const loggedIn = document.querySelector('[data-guest-account]') === null;
if (asked.has('action')) import('#lib/member/run-action.ts').then(({ runAction }) => runAction({ loggedIn }));
if (asked.has('payment')) import('#lib/wallet/come-back.ts').then(({ comeBack }) => comeBack({ loggedIn }));

// A member's hearts follow what other pages do.
if (loggedIn && document.querySelector('[data-favourite]')) whenIdle(hearts);

const list = document.querySelector<HTMLElement>('[data-list]');
if (list) import('#lib/performers/list-page.ts').then(({ startList }) => startList(list, { loggedIn }));
const search = document.querySelector<HTMLFormElement>('[data-search]');
const openSearch = () =>
  search && import('#lib/performers/search-box.ts').then(({ startSearch }) => startSearch(search));
if (search?.matches(':focus-within')) openSearch();
else search?.addEventListener('focusin', openSearch, { once: true });

once($modal, () => import('./ModalHost.tsx').then(({ mountModalHost }) => mountModalHost()));
once($drawer, () => import('./DrawerHost.tsx').then(({ mountDrawerHost }) => mountDrawerHost()));
once($toast, () => import('./ToastHost.tsx').then(({ mountToastHost }) => mountToastHost()));

function once(store: { listen(listener: (value: unknown) => void): () => void }, act: () => unknown): void {
  const stop = store.listen((value) => {
    if (value === null) return;
    stop();
    act();
  });
}

let timer: ReturnType<typeof setTimeout> | undefined;
$waiting.listen((count) => {
  const root = document.documentElement;
  if (count === 0) {
    clearTimeout(timer);
    timer = undefined;
    root.removeAttribute('data-waiting');
  } else {
    timer ??= setTimeout(() => root.setAttribute('data-waiting', ''), LOADER_DELAY_MS);
  }
});
