import { useId } from 'react';
import type { Elements } from './controls/Messages.tsx';

interface SectionProps {
  /** Anchor for links. */
  id: string;
  title: string;
  text?: string;
  children: Elements;
}

/** Same markup as `src/components/settings/Section.astro`. */
export function Section({ id, title, text, children }: SectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="min-w-0 @4xl:grid @4xl:grid-cols-[18rem_minmax(0,1fr)] gap-x-10 rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <div>
        <h2 id={heading} className="font-bold text-lg">
          {title}
        </h2>
        {text && <p className="wrap-anywhere mt-1 text-ink-soft text-sm">{text}</p>}
      </div>
      <div className="min-w-0 @4xl:*:first:mt-0">{children}</div>
    </section>
  );
}
