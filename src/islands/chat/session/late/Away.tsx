import { type SyntheticEvent, useState } from 'react';
import { imageAt, srcset } from '#contract/image.ts';
import type { Away as Shown } from '#contract/performers/profile/away.ts';

/** On the card of a performer in pause: what she has written for it, with her picture. */
export function Away({ away: { text, picture } }: { away: Shown }) {
  const [gone, setGone] = useState('');
  // Removed since the page was opened.
  const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) =>
    setGone(currentTarget.dataset['url'] ?? '');
  return (
    <figure className="mx-auto mt-4 max-w-sm">
      {picture && picture.url !== gone && (
        <img
          key={picture.url}
          data-url={picture.url}
          src={imageAt(picture.url, 640)}
          srcSet={srcset(picture, 768, 'webp')}
          sizes="24rem"
          alt=""
          onError={hide}
          style={{ backgroundColor: picture.color, maxHeight: '30vh' }}
          className="mx-auto rounded-lg"
        />
      )}
      <figcaption dir="auto" className="wrap-anywhere mt-3 font-semibold text-lg">
        {text}
      </figcaption>
    </figure>
  );
}
