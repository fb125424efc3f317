import { isFavourite } from '#contract/member/favourites.ts';
import { listFavourites } from '#contract/member/favourites-calls.ts';
import { type CallOptions, call } from '../../api/call.ts';

/** False for guests, and if the favourites cannot be read. */
export async function readIsFavourite(
  performerId: number,
  { member }: { member: unknown },
  options: CallOptions,
): Promise<boolean> {
  if (!member) return false;
  const answer = await call(listFavourites, {}, options).catch(() => null);
  return isFavourite(answer?.result ?? [], performerId);
}
