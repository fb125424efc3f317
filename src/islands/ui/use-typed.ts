import { useState } from 'react';

/** What was typed into a field of the server's page before React took it over and emptied it. */
export function useTyped(id: string): string {
  const [typed] = useState(() => {
    if (typeof document === 'undefined') return '';
    const field = document.getElementById(id);
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
  });
  return typed;
}
