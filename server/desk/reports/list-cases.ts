import { CASES_PER_PAGE, type listCases as call } from '#contract/desk/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { casesOn, contentsOf } from '#server/safety/reports/case-reads.ts';
import { namePeople } from './people.ts';
import { caseFields } from './shown-case.ts';

export async function listCases(
  deps: Deps,
  caller: Caller,
  { show, page }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { name } = requireDesk(caller);
  const shelf = show === 'mine' ? { show, operator: name } : { show };
  const found = await casesOn(deps.db, shelf, {
    limit: CASES_PER_PAGE + 1,
    offset: (page - 1) * CASES_PER_PAGE,
  });
  const shown = found.slice(0, CASES_PER_PAGE);
  const contents = await contentsOf(
    deps.db,
    shown.map(({ id }) => id),
  );
  const nameOf = await namePeople(deps, shown);
  return {
    result: shown.map((one) => ({
      ...caseFields(one, nameOf),
      ...(contents.get(one.id) ?? { reports: 0, reasons: [] }),
    })),
    more: found.length > shown.length,
  };
}
