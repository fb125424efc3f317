import { z } from 'zod';
import { type ChainFault, checkChain } from '#server/audit/chain.ts';
import { readHeads } from '#server/audit/heads.ts';
import { command } from './command.ts';

const sentenceOf = (fault: ChainFault): string => {
  switch (fault.fault) {
    case 'changed':
      return `Row ${fault.row} is not as it was sealed`;
    case 'deleted':
      return `Row ${fault.row} was deleted`;
    case 'inserted':
      return `Row ${fault.row} of ${fault.at.toISOString()} was inserted later`;
    case 'seal-missing':
      return `The seal at position ${fault.position} was deleted`;
    case 'other-head':
      return `The chain is not the one of ${fault.at.toISOString()}: at position ${fault.position} the file has another hash`;
  }
};

/** A missing file is a mistake of the call, or a sign: either way the check is not done. */
const headsIn = (file: string) =>
  readHeads(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${file} does not exist: name the file of heads with --heads, or set AUDIT_HEAD_FILE`);
  });

export const checkLog = command({
  name: 'log check',
  summary:
    'Compares the audit trail with its seals and with the heads that were written each hour; exits with 1 if they differ',
  options: { heads: { value: '<file>', help: 'file of heads (default: AUDIT_HEAD_FILE)' } },
  input: z.object({ heads: z.string().optional() }),
  async run({ config, db, say }, { heads: file = config.auditHeadFile }) {
    const heads = await headsIn(file);
    const { rows, head, faults } = await checkChain(db, heads);
    for (const fault of faults) say(sentenceOf(fault));
    say(
      `${rows} rows and ${heads.length} heads compared; the head is ${head ? `${head.position} ${head.hash}` : 'missing'}.`,
    );
    return faults.length === 0 ? 0 : 1;
  },
});
