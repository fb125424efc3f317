import { cards, gridClass, sizes } from '../../cards.mjs';
import { Card } from './card.jsx';

export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <ul className={gridClass} data-cards>
      {cards().map((card) => (
        <li key={card.user} data-user={card.user}>
          <Card card={card} sizes={sizes} />
        </li>
      ))}
    </ul>
  );
}
