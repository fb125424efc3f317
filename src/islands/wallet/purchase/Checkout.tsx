import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import type { ErrorLabel } from '#contract/errors.ts';
import type { BundleOffer } from '#contract/wallet/bundles.ts';
import { type PayMethod, type PaymentOption, usualOption } from '#contract/wallet/payment.ts';
import { prices } from '#contract/wallet/prices.ts';
import { formatEuro } from '#lib/shell/numbers.ts';
import type { MessageKey } from '#lib/site/i18n.ts';
import { openPayment } from '#lib/wallet/purchase/purchase.ts';
import { $purchase } from '#lib/wallet/purchase/store.ts';
import { pageLocale } from '../../Mount.tsx';
import { Button } from '../../ui/Button.tsx';
import { useT } from '../../ui/Messages.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface CheckoutProps {
  bundle: BundleOffer;
  options: readonly PaymentOption[];
  onChange: () => void;
}

/** Price, method and consent are shown before the one button that pays (required by law). */
export function Checkout({ bundle, options, onChange }: CheckoutProps) {
  const t = useT();
  const locale = pageLocale();
  const purchase = useStore($purchase);
  const [option, setOption] = useState(() => usualOption(options, locale)?.id ?? '');
  const [consent, setConsent] = useState(false);
  const price = formatEuro(bundle.cents / 100, locale);
  const refused = purchase.status === 'refused' ? purchase.label : null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void openPayment({ bundle: bundle.id, option, consent });
      }}
    >
      <div className="flex items-start justify-between gap-3 rounded-lg bg-sunken px-4 py-3">
        <div>
          <p className="font-bold tabular-nums">{t('wallet.credits', { count: bundle.credits })}</p>
          <p className="text-ink-soft text-sm tabular-nums">
            {t('wallet.perMinute', { price: formatEuro(bundle.pricePerMinute, locale) })}
          </p>
          <p className="text-ink-soft text-xs">{t('wallet.perMinuteNote', { credits: prices.chatMinute })}</p>
          <button type="button" onClick={onChange} className="link mt-1 py-1 text-sm">
            {t('wallet.change')}
          </button>
        </div>
        <p className="text-right font-bold text-xl tabular-nums">
          {price}
          <span className="block whitespace-nowrap font-normal text-ink-soft text-xs">{t('wallet.vat')}</span>
        </p>
      </div>
      <Methods options={options} chosen={option} onChoose={setOption} />
      <Consent
        checked={consent}
        error={refused === 'badRequest.consent.required' && !consent}
        onChange={setConsent}
      />
      {refused && refused !== 'badRequest.consent.required' && (
        <div className="mt-4">
          <Notice>{t(refusals[refused] ?? 'ui.failed')}</Notice>
        </div>
      )}
      <Button
        type="submit"
        busy={purchase.status === 'opening' || purchase.status === 'leaving'}
        className="mt-5 min-h-12 w-full text-base"
      >
        {t('wallet.buy', { price })}
      </Button>
    </form>
  );
}

const refusals: Readonly<Partial<Record<ErrorLabel, MessageKey>>> = {
  'badRequest.invalid.bundle': 'wallet.error.bundle',
  'badRequest.invalid.paymentMethod': 'wallet.error.method',
  'badRequest.tooMany': 'wallet.error.tooMany',
  UNAVAILABLE: 'wallet.error.provider',
};

const methodNames: Readonly<Record<PayMethod, MessageKey>> = {
  creditcard: 'wallet.method.creditcard',
  ideal: 'wallet.method.ideal',
  mistercash: 'wallet.method.mistercash',
  paysafecard: 'wallet.method.paysafecard',
  sofortbanking: 'wallet.method.sofortbanking',
};

interface MethodsProps {
  options: readonly PaymentOption[];
  chosen: string;
  onChoose: (option: string) => void;
}

function Methods({ options, chosen, onChoose }: MethodsProps) {
  const t = useT();
  return (
    <fieldset className="mt-6">
      <legend className="mb-2 font-bold">{t('wallet.methods')}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        {options.map(({ id, method }) => (
          <label
            key={id}
            className="flex min-h-12 cursor-pointer items-center gap-3 px-4 has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name="method"
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="size-5 accent-accent"
            />
            <span className="font-medium">{t(methodNames[method])}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface ConsentProps {
  checked: boolean;
  error: boolean;
  onChange: (checked: boolean) => void;
}

function Consent({ checked, error, onChange }: ConsentProps) {
  const t = useT();
  const id = useId();
  return (
    <div className="mt-5">
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          required
          checked={checked}
          aria-invalid={error || undefined}
          aria-describedby={error ? `${id}-told` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-0.5 size-6 shrink-0 accent-accent"
        />
        <label htmlFor={id} className="text-sm">
          {t('wallet.consent')}
        </label>
      </div>
      {error && (
        <p id={`${id}-told`} role="alert" className="mt-1.5 font-medium text-danger text-sm">
          {t('wallet.consentNeeded')}
        </p>
      )}
    </div>
  );
}
