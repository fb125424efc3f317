import { imageAt } from '#contract/image.ts';
import type { Participant } from '#contract/messaging/conversations.ts';

/** The name is beside it. Online status is shown by shape, and in words beside it. */
export function Face({ who: { avatar, username, onlineStatus } }: { who: Participant }) {
  return (
    <span className="relative block size-11 shrink-0">
      {avatar ? (
        <img
          src={imageAt(avatar.url, Math.min(...avatar.widths))}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          className="size-11 rounded-full bg-sunken object-cover"
        />
      ) : (
        <span
          aria-hidden
          className="grid size-11 place-items-center rounded-full bg-sunken font-bold text-ink-soft"
        >
          {username.slice(0, 1).toUpperCase()}
        </span>
      )}
      {(onlineStatus ?? 0) > 0 && (
        <span
          aria-hidden
          className="absolute right-0 bottom-0 size-3 rounded-full border-2 border-surface bg-positive"
        />
      )}
    </span>
  );
}
