import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $chat } from '#lib/chat/store.ts';
import { openTipMenu } from '#lib/chat/tips/tip-menu.ts';
import { TipTab } from './TipTab.tsx';

interface TipPanelProps {
  name: string;
  locale: string;
}

/** The tip tab, following the menu of the watched chat: each session and type has its own. */
export function TipPanel({ name, locale }: TipPanelProps) {
  const chat = useStore($chat);
  const menu = chat.status === 'watching' ? `${chat.session} ${chat.type}` : null;
  useEffect(() => (menu === null ? undefined : openTipMenu()), [menu]);
  return <TipTab name={name} locale={locale} />;
}
