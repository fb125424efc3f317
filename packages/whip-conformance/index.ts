export { checks } from './checks/all.ts';
export type { Check } from './lib/rule.ts';
export { lastLine, line, runConformance, summarize, toJson } from './lib/run.ts';
export type { Level, Options, Outcome, Protocol, Result, Source } from './lib/types.ts';
