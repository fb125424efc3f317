/** Events for analytics programs, besides page views. */
export type Moment =
  | { readonly name: 'sign-up' }
  /** A payment that succeeded. */
  | { readonly name: 'purchase'; readonly payment: string };

export interface Moments {
  /** Without consent there is no listener, and the moment is lost with the page. */
  tellMoment(moment: Moment): void;
  /** `since`: whether earlier moments of this page count, because consent already existed. */
  followMoments(follow: (moment: Moment) => void, how: { since: boolean }): void;
}

export function createMoments(): Moments {
  let waiting: Moment[] = [];
  let follower: ((moment: Moment) => void) | null = null;
  return {
    tellMoment(moment) {
      if (follower) follower(moment);
      else waiting.push(moment);
    },
    followMoments(follow, { since }) {
      const missed = since ? waiting : [];
      waiting = [];
      follower = follow;
      for (const moment of missed) follow(moment);
    },
  };
}

/** The page's instance. */
export const { tellMoment, followMoments } = createMoments();
