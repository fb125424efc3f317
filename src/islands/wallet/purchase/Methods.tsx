import { CreditCard, Landmark, type LucideIcon, Ticket } from 'lucide-react';
import { useId } from 'react';
import type { PayMethod, PaymentOption } from '#contract/wallet/payment.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { useT } from '../../ui/Messages.tsx';
import { Mistake } from './Mistake.tsx';

const methodNames: Readonly<Record<PayMethod, MessageKey>> = {
  creditcard: 'wallet.method.creditcard',
  ideal: 'wallet.method.ideal',
  mistercash: 'wallet.method.mistercash',
  paysafecard: 'wallet.method.paysafecard',
  sofortbanking: 'wallet.method.sofortbanking',
};

/** Our own icons: the methods' logos are third-party trademarks. */
const methodSigns: Readonly<Record<PayMethod, LucideIcon>> = {
  creditcard: CreditCard,
  ideal: Landmark,
  mistercash: Landmark,
  paysafecard: Ticket,
  sofortbanking: Landmark,
};

interface MethodsProps {
  options: readonly PaymentOption[];
  chosen: string;
  error: boolean;
  onChoose: (option: string) => void;
}

export function Methods({ options, chosen, error, onChoose }: MethodsProps) {
  const t = useT();
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-title`}
      aria-invalid={error || undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className="group mt-6"
    >
      <p id={`${id}-title`} className="mb-2 font-bold">
        {t('wallet.methods')}
      </p>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line group-aria-invalid:border-danger">
        {options.map(({ id: option, method }) => (
          <label
            key={option}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-4 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name="method"
              value={option}
              checked={option === chosen}
              onChange={() => onChoose(option)}
              data-mistake={(error && option === chosen) || undefined}
              className="size-5 accent-accent"
            />
            <MethodSign method={method} />
            <span className="font-medium">{t(methodNames[method])}</span>
          </label>
        ))}
      </div>
      {error && <Mistake id={`${id}-error`}>{t('wallet.error.method')}</Mistake>}
    </div>
  );
}

function MethodSign({ method }: { method: PayMethod }) {
  const Sign = methodSigns[method];
  return <Sign aria-hidden className="size-5 text-ink-soft" strokeWidth={1.75} />;
}
