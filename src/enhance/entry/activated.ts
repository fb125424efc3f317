import { otherTabGoneOn } from '#lib/member/account/activation-tab.ts';
import { find, readHook, setText } from '#lib/shell/start/hooks.ts';

/** If the registration page continues by itself, the link to it becomes secondary. */
const message = find(document, 'activated');
if (message) {
  void otherTabGoneOn().then(() => {
    setText(message, readHook(message, 'activated') ?? '');
    find(document, 'activated-link')?.classList.replace('btn-primary', 'btn-quiet');
  });
}
