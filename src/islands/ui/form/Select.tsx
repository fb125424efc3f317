import { useId } from 'react';

export interface Option {
  readonly id: string;
  readonly name: string;
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChoose: (id: string) => Promise<void>;
}

export function Select({ label, value, options, onChoose }: SelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-sm">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => void onChoose(currentTarget.value)}
        className="min-h-11 w-full rounded-lg border border-line-strong bg-page px-3 text-base text-ink"
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Unnamed devices are numbered. */
export const namedDevices = (devices: readonly Option[], kind: string): Option[] =>
  devices.map(({ id, name }, at) => ({ id, name: name || `${kind} ${at + 1}` }));

/** Devices to choose from; the browser's own choice comes first. */
export const deviceOptions = (devices: readonly Option[], kind: string, own: string): Option[] => [
  { id: '', name: own },
  ...namedDevices(devices, kind),
];
