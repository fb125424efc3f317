import type { MessageKey } from '#lib/site/i18n.ts';
import { useT } from '../../ui/Messages.tsx';

const steps = ['package', 'pay', 'chat'] as const;
type Step = (typeof steps)[number];

const names: Readonly<Record<Step, MessageKey>> = {
  package: 'wallet.step.package',
  pay: 'wallet.step.pay',
  chat: 'wallet.step.chat',
};

export function Steps({ current }: { current: Step }) {
  const t = useT();
  const reached = steps.indexOf(current);
  return (
    <ol aria-label={t('wallet.steps')} className="mb-6 grid grid-cols-3 gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={`border-t-3 pt-1.5 font-semibold text-xs ${index <= reached ? 'border-accent text-ink' : 'border-line text-ink-soft'}`}
        >
          {`${index + 1}. ${t(names[step])}`}
        </li>
      ))}
    </ol>
  );
}
