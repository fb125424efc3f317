import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { sendReport as call } from '#contract/safety/report-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { readShown } from './keep-picture.ts';
import { storeReport } from './store-report.ts';

/** Includes the stream's current picture. Throws `badRequest.performer.notExists`. */
export async function sendReport(
  deps: Deps,
  caller: Caller,
  { performer: name, place, second, ...input }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return storeReport(deps, caller, {
    input,
    subjectOf: async () => {
      const performer = await performersFor(deps, inHouse).byName(name);
      if (!performer) throw new AppError('badRequest.performer.notExists');
      return { performerId: performer.id, place, second, picture: await readShown(deps, performer) };
    },
  });
}
