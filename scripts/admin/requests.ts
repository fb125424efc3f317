import { z } from 'zod';
import { approveRequest, listRequests, refuseRequest } from '#server/desk/value/requests.ts';
import { columns, euro } from './columns.ts';
import { command } from './command.ts';

const request = z.coerce.number().int().min(1);

export const listRequestsCommand = command({
  name: 'requests list',
  summary: 'Lists the acts above DESK_LIMITS that wait for a second operator, oldest first',
  input: z.object({}),
  async run(desk) {
    const { result } = await listRequests(desk, desk.caller);
    const rows = result.map((one) => [
      one.request,
      one.act,
      one.subject,
      one.memberId ?? '',
      one.unit === 'cents' ? euro(one.value) : '',
      one.askedBy,
      one.askedAt,
      one.reason,
    ]);
    for (const line of columns(['request', 'act', 'what', 'member', 'euro', 'by', 'at', 'reason'], rows))
      desk.say(line);
    return 0;
  },
});

export const approveRequestCommand = command({
  name: 'requests approve',
  summary: 'Carries out what another operator asked for',
  operands: ['request'],
  options: { override: { help: 'also your own request; the other owners are mailed' } },
  changes: true,
  input: z.object({ request, override: z.boolean().default(false) }),
  async run(desk, input) {
    await approveRequest(desk, desk.caller, input);
    desk.say(`Request ${input.request} is approved.`);
    return 0;
  },
});

export const refuseRequestCommand = command({
  name: 'requests refuse',
  summary: 'Closes a request without carrying it out',
  operands: ['request'],
  changes: true,
  input: z.object({ request }),
  async run(desk, input) {
    await refuseRequest(desk, desk.caller, input);
    desk.say(`Request ${input.request} is refused.`);
    return 0;
  },
});
