import type { Elements } from '../ui/controls/Messages.tsx';

/** Inside a dialog or drawer that covers the picture; a dialog's own close button is at its end. */
export const PinnedRow = ({ children }: { children: Elements }) => (
  <div className="flex justify-between gap-3 bg-black py-2 pr-[var(--pinned-end,0.5rem)] pl-4 text-[0.875rem] text-white leading-[1.25] [align-items:start]">
    {children}
  </div>
);
