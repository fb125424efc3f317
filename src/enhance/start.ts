import { onIdle } from '#lib/shell/start/browser.ts';
import { reloadOnChunkFailure } from '#lib/shell/start/failures.ts';
import { followSession } from '#lib/shell/start/session.ts';
import { closest, find } from '../lib/shell/start/hooks.ts';
import { type Enhancement, registry } from './registry.ts';

/** The only script of a guest's first page: runs the registry and imports the rest on demand. */

reloadOnChunkFailure();

const page = { loggedIn: find(document, 'guest-account') === null };
const query = new URLSearchParams(location.search);

for (const enhancement of registry) start(enhancement);

followSession(page.loggedIn, {
  onLogin: () => import('#lib/late/adopt-session.ts').then((m) => m.adoptSession()),
  onStale: () => location.reload(),
});

document.addEventListener('click', (event) => {
  for (const enhancement of registry) if (enhancement.when === 'press') press(enhancement, event);
});

function start(enhancement: Enhancement): void {
  switch (enhancement.when) {
    case 'now':
      enhancement.act();
      return;
    case 'present': {
      const element = find(document, enhancement.hook);
      if (element) void enhancement.load(page).then((act) => act(element));
      return;
    }
    case 'idle': {
      const element = enhancement.hook ? find(document, enhancement.hook) : document.body;
      if (element && (page.loggedIn || !enhancement.members))
        onIdle(() => enhancement.load().then((act) => act(element)));
      return;
    }
    case 'focus': {
      const element = find(document, enhancement.hook);
      const act = () => element && enhancement.load().then((run) => run(element));
      if (element?.matches(':focus-within')) void act();
      else element?.addEventListener('focusin', act, { once: true });
      return;
    }
    case 'asked':
      if (query.has(enhancement.key)) void enhancement.load().then((act) => act(page));
      return;
    case 'filled': {
      if (page.loggedIn && enhancement.guests) return;
      const stop = enhancement.store.listen((value) => {
        if (value === null) return;
        stop();
        enhancement
          .load()
          .then((act) => act())
          .catch((reason: unknown) => {
            // Nothing is shown, and the next click tries again.
            enhancement.close?.();
            start(enhancement);
            throw reason;
          });
      });
      return;
    }
    case 'press':
  }
}

function press({ hook, act, instead }: Extract<Enhancement, { when: 'press' }>, event: MouseEvent): void {
  const { button, ctrlKey, metaKey, shiftKey } = event;
  const element = closest(event.target, hook);
  if (!element) return;
  // Does not intercept links opened in a new tab.
  if (instead && (button !== 0 || ctrlKey || metaKey || shiftKey)) return;
  if (instead) event.preventDefault();
  act(element);
}
