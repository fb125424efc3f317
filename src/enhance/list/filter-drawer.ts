import { fetchPage } from '../../lib/api/page.ts';
import { withLoader } from '../../lib/shell/loader.ts';
import { closest, hooked } from '../hooks.ts';
import { showList } from './show-list.ts';

/** ms; quick clicks are counted once. */
const COUNT_AFTER_MS = 150;
/** ms of the closing animation. */
const SLIDE_MS = 200;

/** Loads the filters of the link into a drawer; on failure the browser follows the link. */
export async function openFilters(link: HTMLAnchorElement): Promise<void> {
  const form = await withLoader(fetchForm(link.href)).catch(() => null);
  if (!form) {
    location.assign(link.href);
    return;
  }
  document.querySelector('.filters-drawer')?.remove();
  const drawer = document.createElement('dialog');
  drawer.className = 'filters-drawer';
  drawer.setAttribute('aria-labelledby', 'filters-title');
  drawer.append(form);
  document.body.append(drawer);
  drawer.addEventListener('close', () => setTimeout(() => drawer.remove(), SLIDE_MS));
  drawer.addEventListener('click', (event) => leave(event, drawer));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    drawer.close();
    void showList(listHref(form));
  });
  recountOnChange(form);
  drawer.showModal();
}

const fetchForm = async (href: string): Promise<HTMLFormElement | null> =>
  (await fetchPage(href)).querySelector<HTMLFormElement>(`form${hooked('filters')}`);

/** Closes on the backdrop, the cross and the reset link. */
function leave(event: MouseEvent, drawer: HTMLDialogElement): void {
  const target = event.target as Element;
  const closes = target === drawer || closest(target, 'filters-close') !== null;
  if (closest(target, 'filters-close')) event.preventDefault();
  if (closes || closest(target, 'swap')) drawer.close();
}

/** The URL the form would lead to. */
function listHref(form: HTMLFormElement): string {
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${form.action}?${query}` : form.action;
}

function recountOnChange(form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  form.addEventListener('change', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      asked += 1;
      const mine = asked;
      const href = listHref(form);
      const fresh = await fetchForm(`${href}${href.includes('?') ? '&' : '?'}filters=open`).catch(() => null);
      if (fresh && mine === asked) followCounts(form, fresh);
    }, COUNT_AFTER_MS);
  });
}

/** Updates the numbers and keeps the visitor's choices. */
function followCounts(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const boxes = fresh.querySelectorAll<HTMLInputElement>('input[type="checkbox"]');
  for (const box of boxes) {
    const own = form.querySelector<HTMLInputElement>(`input[name="${box.name}"][value="${box.value}"]`);
    if (!own) continue;
    own.disabled = box.disabled && !own.checked;
    const count = own.parentElement?.querySelector('small');
    if (count) count.textContent = box.parentElement?.querySelector('small')?.textContent ?? '';
  }
  const button = form.querySelector('button[type="submit"]');
  if (button) button.textContent = fresh.querySelector('button[type="submit"]')?.textContent ?? '';
}
