/** What analytics programs hear of beside pages. */
export type Moment =
  | { readonly name: 'sign-up' }
  /** A payment that succeeded. */
  | { readonly name: 'purchase'; readonly payment: string };

let waiting: Moment[] = [];
let follower: ((moment: Moment) => void) | null = null;

/** Without consent nobody listens, and what happened is forgotten with the page. */
export function tellMoment(moment: Moment): void {
  if (follower) follower(moment);
  else waiting.push(moment);
}

/** `since`: whether what happened earlier on this page counts, because consent was there already. */
export function followMoments(follow: (moment: Moment) => void, { since }: { since: boolean }): void {
  const missed = since ? waiting : [];
  waiting = [];
  follower = follow;
  for (const moment of missed) follow(moment);
}
