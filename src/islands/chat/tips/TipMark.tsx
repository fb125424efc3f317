import { Gift, Heart, type LucideIcon, Martini, PartyPopper, Smile, Sparkle, Vibrate } from 'lucide-react';

const marks: Readonly<Record<string, LucideIcon>> = {
  wink: Smile,
  kiss: Sparkle,
  drink: Martini,
  heart: Heart,
  gift: PartyPopper,
  toy: Vibrate,
};

/** The mark of a tip: its type, or `toy`. */
export function TipMark({ type, className }: { type: string; className: string }) {
  const Icon = marks[type] ?? Gift;
  return <Icon aria-hidden className={className} strokeWidth={1.75} />;
}
