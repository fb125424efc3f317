import { Tabs } from '@base-ui/react/tabs';
import { Coins, Gem, Gift, MessageCircle } from 'lucide-react';
import { lazy } from 'react';
import { $isOutdated } from '#lib/chat/offer.ts';
import { $chat, $goal } from '#lib/chat/store.ts';
import { $tab, leaveWallet, openTab, type Tab, tabs } from '#lib/chat/tabs.ts';
import { $purchase } from '#lib/wallet/store.ts';
import { Late } from '../../ui/controls/Boundary.tsx';
import { Spinner } from '../../ui/controls/Button.tsx';
import { useLive } from '../../ui/controls/hooks.ts';
import type { Elements } from '../../ui/controls/Messages.tsx';
import { useT } from '../../ui/controls/Messages.tsx';
import { ChatTab } from './ChatTab.tsx';
import { HideInterface, Unread } from './InterfaceToggle.tsx';

/** Forms need a solid background, also over the picture. */
const solid = 'min-h-0 flex-1 bg-surface text-ink [text-shadow:none]';

const icons = { chat: MessageCircle, tips: Gift, vip: Gem, wallet: Coins };

/** Imported when first opened. */
const TipPanel = lazy(() => import('../tips/TipTab.tsx').then((m) => ({ default: m.TipPanel })));
const VipTab = lazy(() => import('../vip/VipTab.tsx').then((m) => ({ default: m.VipTab })));
const WalletTab = lazy(() =>
  import('../../wallet/purchase/late/WalletTab.tsx').then((m) => ({ default: m.WalletTab })),
);

/** Imported with the first payment. */
const PaymentBanner = lazy(() =>
  import('../../wallet/purchase/PaymentBanner.tsx').then((m) => ({ default: m.PaymentBanner })),
);

/** Imported with the first goal. */
const GoalBar = lazy(() => import('../tips/GoalBar.tsx').then((m) => ({ default: m.GoalBar })));

interface ChatPanelProps {
  name: string;
  locale: string;
  /** Whether the brand has VIP shows. */
  hasVip: boolean;
  /** Shown in place of a chat that has not started. */
  facts?: Elements;
}

/** Beside the picture; on phones it covers the picture. */
export function ChatPanel({ name, locale, hasVip, facts }: ChatPanelProps) {
  const t = useT();
  const tab = useLive($tab);
  const chat = useLive($chat);
  const isOutdated = useLive($isOutdated);
  const goal = useLive($goal);
  const isPaying = useLive($purchase).status !== 'choosing';
  const isLost = chat.status === 'watching' && chat.contact === 'lost';
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value: Tab) => openTab(value)}
      className="flex h-full min-h-0 flex-col"
    >
      <div className="stream-tabs flex items-center border-line border-b px-2 max-lg:border-white/20">
        <Tabs.List className="flex min-w-0 flex-1" aria-label={t('chat.tabs')}>
          {tabs.map((key) => (key !== 'vip' || hasVip) && <PanelTab key={key} name={key} />)}
        </Tabs.List>
        <HideInterface />
      </div>
      {goal && (
        <Late>
          <GoalBar goal={goal} />
        </Late>
      )}
      {isLost && <Banner>{t('chat.contactLost')}</Banner>}
      {isOutdated && <Banner>{t('chat.outdated')}</Banner>}
      {isPaying && tab !== 'wallet' && (
        <Late>
          <PaymentBanner onShow={() => openTab('wallet')} />
        </Late>
      )}
      <Tabs.Panel value="chat" className="min-h-0 flex-1" keepMounted>
        {facts ?? <ChatTab name={name} />}
      </Tabs.Panel>
      <Tabs.Panel value="tips" className={`${solid} overflow-y-auto`}>
        <Late fallback={<Waiting />}>
          <TipPanel name={name} locale={locale} />
        </Late>
      </Tabs.Panel>
      {hasVip && (
        <Tabs.Panel value="vip" className={`${solid} overflow-y-auto`}>
          <Late fallback={<Waiting />}>
            <VipTab name={name} />
          </Late>
        </Tabs.Panel>
      )}
      <Tabs.Panel value="wallet" className={solid}>
        <Late fallback={<Waiting />}>
          <WalletTab onDone={leaveWallet} />
        </Late>
      </Tabs.Panel>
    </Tabs.Root>
  );
}

function Waiting() {
  const t = useT();
  return (
    <p role="status" className="grid place-items-center p-8">
      <Spinner className="size-8 text-accent-ink" />
      <span className="sr-only">{t('ui.loading')}</span>
    </p>
  );
}

function Banner({ children }: { children: string }) {
  return (
    <p role="status" className="bg-ink px-4 py-2 font-semibold text-page text-sm [text-shadow:none]">
      {children}
    </p>
  );
}

function PanelTab({ name }: { name: Tab }) {
  const t = useT();
  const Icon = icons[name];
  return (
    <Tabs.Tab
      value={name}
      className="stream-tab inline-flex min-h-12 items-center gap-[0.4rem] border-b-2 border-b-transparent px-3 font-semibold text-[0.9375rem] aria-selected:border-accent"
    >
      <Icon aria-hidden className="size-4.5" />
      <span>{t(name === 'vip' ? 'vip.tab' : `chat.tab.${name}`)}</span>
      {name === 'chat' && <Unread />}
    </Tabs.Tab>
  );
}
