import { otherTabGoneOn } from '#lib/member/account/activation-tab.ts';
import { find, said } from './hooks.ts';

/** Where the page of the registration goes on by itself, a link to it is the second choice. */
const told = find(document, 'activated');
if (told) {
  void otherTabGoneOn().then(() => {
    told.textContent = said(told, 'activated') ?? '';
    find(document, 'activated-link')?.classList.replace('btn-primary', 'btn-quiet');
  });
}
