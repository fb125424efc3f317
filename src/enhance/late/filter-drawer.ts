import { fetchPage } from '../../lib/api/start/page.ts';
import { withLoader } from '../../lib/shell/start/feedback.ts';
import { closest, hooked, readHook, setText } from '../../lib/shell/start/hooks.ts';

/** ms; quick clicks are counted once. */
const COUNT_AFTER_MS = 150;
/** ms of the closing animation. */
const SLIDE_MS = 200;

/** Shows the list of a URL. */
type Show = (href: string) => void;

/** Loads the filters of the link. Returns a function that opens them in a drawer; on failure it follows the link. */
export async function loadFilters(link: HTMLAnchorElement, show: Show): Promise<() => void> {
  const form = await withLoader(fetchForm(link.href)).catch(() => null);
  return form ? () => openFilters(form, show) : () => location.assign(link.href);
}

function openFilters(form: HTMLFormElement, show: Show): void {
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
    show(listHref(form));
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

/** The URL the form would submit to. */
function listHref(form: HTMLFormElement): string {
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const elsewhere = form.querySelector<HTMLInputElement>(`${hooked('list-at')}:checked`);
  if (elsewhere) query.delete(elsewhere.name);
  const path = (elsewhere && readHook(elsewhere, 'list-at')) ?? form.action;
  return query.size > 0 ? `${path}?${query}` : path;
}

function recountOnChange(form: HTMLFormElement): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  form.addEventListener('change', () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      latest += 1;
      const mine = latest;
      const href = listHref(form);
      const fresh = await fetchForm(`${href}${href.includes('?') ? '&' : '?'}filters=open`).catch(() => null);
      if (fresh && mine === latest) followCounts(form, fresh);
    }, COUNT_AFTER_MS);
  });
}

/** Updates groups and counts and keeps the visitor's choices. */
function followCounts(form: HTMLFormElement, fresh: HTMLFormElement): void {
  followGroups(form, fresh);
  const boxes = fresh.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])');
  for (const box of boxes) {
    const own = form.querySelector<HTMLInputElement>(`input[name="${box.name}"][value="${box.value}"]`);
    if (!own) continue;
    own.disabled = box.disabled && !own.checked;
    const count = own.parentElement?.querySelector('small');
    if (count) setText(count, box.parentElement?.querySelector('small')?.textContent ?? '');
  }
  const button = form.querySelector('button[type="submit"]');
  if (button) setText(button, fresh.querySelector('button[type="submit"]')?.textContent ?? '');
}

/** Removes filters that no performer can pass any more, and adds new ones. */
function followGroups(form: HTMLFormElement, fresh: HTMLFormElement): void {
  const groupsOf = (within: HTMLFormElement) => [...within.querySelectorAll('fieldset')];
  const names = new Set(groupsOf(fresh).map(({ name }) => name));
  const own = new Map(groupsOf(form).map((group) => [group.name, group]));
  for (const [name, group] of own) if (!names.has(name)) group.remove();
  let before: Element | undefined;
  for (const group of groupsOf(fresh)) {
    const here = own.get(group.name) ?? group;
    if (here === group) before?.after(group);
    before = here;
  }
}
