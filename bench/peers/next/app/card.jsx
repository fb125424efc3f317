export function Card({ card, sizes }) {
  return (
    <article className="card">
      <div className="card-picture">
        <svg className="fill" aria-hidden="true">
          <rect width="100%" height="100%" fill={card.color} />
        </svg>
        <picture>
          <source type="image/avif" srcSet={card.avif} sizes={sizes} />
          <img
            src={card.src}
            srcSet={card.webp}
            sizes={sizes}
            width={400}
            height={300}
            alt=""
            loading={card.eager ? 'eager' : 'lazy'}
            fetchPriority={card.eager ? 'high' : undefined}
            decoding="async"
            className="fill"
          />
        </picture>
        <div className="card-status">
          <span className="badge" data-status={card.look}>
            {card.status}
          </span>
        </div>
        {(card.isNew || card.toy) && (
          <div className="card-marks">
            {card.isNew && <span className="badge badge-accent">Nieuw</span>}
            {card.toy && <span className="badge">Toy</span>}
          </div>
        )}
      </div>
      <div className="card-line">
        <a href={card.href} className="card-name">
          {card.name}
        </a>
        <small>{card.age}</small>
        <span className="card-languages">{card.languages}</span>
      </div>
      <p className="card-place">{card.place}</p>
    </article>
  );
}
