import { texts as en } from '#content/messages/en.ts';
import { texts as nl } from '#content/messages/nl.ts';
import { type AccountPart, hook } from '../../lib/shell/start/hooks.ts';

export type Lang = 'nl' | 'en';

const attributes = (hooks: Readonly<Record<string, string>>): string =>
  Object.entries(hooks)
    .map(([name, value]) => ` ${name}="${value.replaceAll('"', '&quot;')}"`)
    .join('');
const part = (name: AccountPart): string => attributes(hook('account', name));

/** A member's header as rendered by components/header/MemberAccount.astro, without a name and credits. */
export function accountMarkup(lang: Lang, messenger = '#messenger'): string {
  const { header, member } = { nl, en }[lang];
  return `<div${attributes(hook('member-account', ''))}${attributes(hook('words', JSON.stringify({ header })))}>
    <button type="button"${part('claim')}>120</button>
    <a href="#email" hidden${part('refused')}>${member.emailRefused}</a>
    <button type="button" title="${header.lowCredits}" data-low="true"${part('wallet')}>
      <span${part('balance')}>0</span> <span${part('unit')}>credits</span>
    </button>
    <a href="${messenger}" aria-label="${header.messages}"${part('messages')}>
      <svg aria-hidden="true" width="20" height="20"></svg>
      <span aria-hidden="true" hidden${part('unread')}></span>
    </a>
    <button type="button" popovertarget="member-menu" aria-label="${header.account}"${part('menu')}>
      <span${part('username')}></span>
    </button>
    <div id="member-menu" popover="auto">
      <p${part('greeting')}></p>
      <p><strong${part('balance')}>0</strong> <span${part('unit')}>credits</span></p>
      <button type="button"${part('claim')}>120</button>
      <button type="button"${part('log-out')}>${header.logout}</button>
    </div>
  </div>`;
}
