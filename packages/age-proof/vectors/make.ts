// Writes cases.json and its table: node packages/age-proof/vectors/make.ts
import { writeFileSync } from 'node:fs';
import { labels } from '../labels.ts';
import { addBombCases } from './bomb-cases.ts';
import { addDeviceCases, addDocumentCases, addHolderCases } from './document-cases.ts';
import type { Vector } from './format.ts';
import { addAttestationCases, addChainCases, addListCases } from './issuer-cases.ts';
import { addRequestCases, addTranscriptCases } from './request-cases.ts';
import { createWorld } from './world.ts';

const world = await createWorld();
const groups = [
  addRequestCases,
  addTranscriptCases,
  addBombCases,
  addDocumentCases,
  addDeviceCases,
  addHolderCases,
  addAttestationCases,
  addChainCases,
  addListCases,
];
for (const addCases of groups) await addCases(world);
const { cases } = world.vectors;
const file = (name: string) => new URL(name, import.meta.url);
writeFileSync(file('cases.json'), `${JSON.stringify(world.vectors, null, 2)}\n`);

function row({ name, expected, clock, list, request, used, response }: Vector): string {
  const age = request
    ? `${(Date.parse(clock) - request.created) / 60_000} min${used ? ', used' : ''}`
    : 'none';
  const way = response.way === 'openid4vp' ? 'OpenID4VP' : 'DC API';
  return `| ${name} | ${expected} | ${way} | ${age} | ${clock} | ${list.name}, ${list.hoursBefore} h |`;
}

const isUsed = (label: string) => cases.some(({ expected }) => expected === label);
const table = `# Cases

\`make.ts\` writes this page and [cases.json](cases.json) with new keys, all fictional; [format.ts](format.ts) describes the file and judges a case with this package.

| case | expected | way | age of the request | clock | list and its age |
|---|---|---|---|---|---|
${cases.map(row).join('\n')}

## Labels

| label | meaning |
|---|---|
${Object.entries(labels)
  .filter(([label]) => isUsed(label))
  .map(([label, meaning]) => `| ${label} | ${meaning} |`)
  .join('\n')}
`;
writeFileSync(file('README.md'), table);
const missing = Object.keys(labels).filter((label) => !isUsed(label));
process.stdout.write(`${cases.length} cases; labels without a case: ${missing.join(', ') || 'none'}\n`);
