import { useState } from 'react';
import { useT } from '../../ui/Messages.tsx';

/** Maximum lines shown before a longer text is unfolded. */
const LINES_MAX = 12;
/** All line breaks of a browser if white space is kept. */
const lineBreak = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/;

/** Shows a message as plain text. A long one is folded, so that it does not push others out of sight. */
export function MessageText({ content }: { content: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const lines = content.split(lineBreak);
  const isLong = lines.length > LINES_MAX;
  const shown = isLong && !isOpen ? `${lines.slice(0, LINES_MAX).join('\n').trimEnd()}…` : content;
  return (
    <>
      <bdi className="wrap-anywhere whitespace-pre-wrap">{shown}</bdi>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="block min-h-6 text-sm underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('messenger.fold') : t('messenger.unfold', { count: lines.length })}
        </button>
      )}
    </>
  );
}
