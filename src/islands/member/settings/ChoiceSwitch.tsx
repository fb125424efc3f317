import { useState } from 'react';
import { showToast } from '#lib/shell/toast.ts';
import { useT } from '../../ui/Messages.tsx';

interface ChoiceSwitchProps {
  label: string;
  isOn: boolean;
  /** Stores the choice; the switch goes back if it rejects. */
  onChoose: (isOn: boolean) => Promise<unknown>;
}

/** A choice that is stored at once. */
export function ChoiceSwitch({ label, isOn: stored, onChoose }: ChoiceSwitchProps) {
  const t = useT();
  const [isOn, setOn] = useState(stored);
  const choose = (next: boolean) => {
    setOn(next);
    onChoose(next).then(
      () => showToast('success', t('settings.saved')),
      () => {
        setOn(!next);
        showToast('error', t('ui.failed'));
      },
    );
  };
  return (
    <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => choose(event.target.checked)}
        className="size-6 shrink-0 accent-accent"
      />
      <span>{label}</span>
    </label>
  );
}
