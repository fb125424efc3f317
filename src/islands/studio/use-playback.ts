import { createPlayer, type Player } from '@vonk/media/player';
import { type RefObject, useEffect, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import type { watchOwnStream } from '#contract/studio/live-calls.ts';
import { log } from '#lib/shell/log.ts';

type Target = () => Promise<OutputOf<typeof watchOwnStream>>;

/** Plays a stream on the element until the component is removed; muted until its player is told otherwise. */
export function usePlayback(
  video: RefObject<HTMLVideoElement | null>,
  target: Target,
  onRefused?: () => void,
): Player {
  const [player] = useState(createPlayer);
  useEffect(() => {
    const screen = video.current;
    if (!screen) return;
    let isOver = false;
    const again = async () => {
      const config = await target();
      if (config.agent === 'nano') throw new Error('An operator’s own player renews its own token');
      return config;
    };
    target()
      .then((config) => {
        if (!isOver) player.play(config, screen, again);
      })
      .catch((error: unknown) => {
        log.info('A stream cannot be played in the studio', error);
        if (!isOver) onRefused?.();
      });
    return () => {
      isOver = true;
      player.destroyPlayer();
    };
  }, [player, video, target, onRefused]);
  return player;
}
