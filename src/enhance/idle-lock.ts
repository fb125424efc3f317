import { confirmDesk, lockDesk } from '#contract/desk/account/confirm-calls.ts';
import { call } from '#lib/api/call.ts';
import { find, readHook, setText } from '#lib/shell/start/hooks.ts';

/** Tabs of one browser have one session: a touch in any of them keeps all open. */
const CHANNEL = 'desk-idle';
type Notice = 'touched' | 'locked' | 'unlocked';

/** ms between two touches that other tabs are told of. */
const TELL_EVERY = 10_000;

/** Locks page and session of an operator who has not touched any tab for the time in the dialog. */
export function startIdleLock(): void {
  const dialog = find(document, 'desk-idle');
  if (!(dialog instanceof HTMLDialogElement)) return;
  const idleMs = Number(readHook(dialog, 'desk-idle')) * 1000;
  const tabs = new BroadcastChannel(CHANNEL);
  const tell = (notice: Notice): void => tabs.postMessage(notice);
  let timer = 0;
  let toldAt = 0;
  const show = (): void => {
    if (!dialog.open) dialog.showModal();
  };
  const lock = (): void => {
    void call(lockDesk, {}).catch(() => undefined);
    tell('locked');
    show();
  };
  const wait = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(lock, idleMs);
  };
  const touch = (): void => {
    if (dialog.open) return;
    wait();
    if (performance.now() - toldAt < TELL_EVERY) return;
    toldAt = performance.now();
    tell('touched');
  };
  const unlock = (): void => {
    dialog.close();
    wait();
  };
  tabs.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    if (data === 'locked') show();
    else if (data === 'unlocked') unlock();
    else wait();
  });
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll'])
    addEventListener(event, touch, { passive: true });
  // Escape must not open the page.
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  startForm(dialog, () => {
    tell('unlocked');
    unlock();
  });
  wait();
}

function startForm(dialog: HTMLDialogElement, unlock: () => void): void {
  const form = dialog.querySelector('form');
  const error = find(dialog, 'desk-idle-error');
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    const code = form.querySelector('input');
    if (!code || !error) return;
    setText(error, '');
    call(confirmDesk, { code: code.value })
      .then(unlock)
      .catch(() => setText(error, readHook(error, 'desk-idle-error') ?? ''))
      .finally(() => {
        code.value = '';
      });
  });
}
