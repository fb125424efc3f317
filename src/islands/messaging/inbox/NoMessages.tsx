import { MessagesSquare } from 'lucide-react';

export const NoMessages = () => (
  <span className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent-ink">
    <MessagesSquare aria-hidden className="size-7" strokeWidth={1.75} />
  </span>
);
