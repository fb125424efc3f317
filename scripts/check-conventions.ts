// Checks what neither Biome nor dependency-cruiser can: conventions, globals, names, states and prose of scripts/architecture.
import { checkConventions, checkNames } from './architecture/conventions.ts';
import { commitsSince, printViolations, projectFiles } from './architecture/files.ts';
import { checkGlobals } from './architecture/globals.ts';
import { checkComments, checkSubjects } from './architecture/prose.ts';
import { checkStates, readMachines } from './architecture/state-machines.ts';

/** Subjects are checked from this date on: older ones cannot be changed any more. */
const SUBJECTS_SINCE = '2026-11-26T21:00:00Z';

const commits = commitsSince(SUBJECTS_SINCE);
const files = projectFiles(/^(?!bench\/peers\/|public\/).*\.(ts|tsx|mjs|astro)$/);
printViolations(
  [
    ...checkConventions(files),
    ...checkGlobals(files),
    ...checkNames(files),
    ...checkStates(files, await readMachines()),
    ...checkComments(files),
    ...checkSubjects(commits),
  ],
  `${files.length} files and ${commits.length} commits keep to the conventions.`,
);
