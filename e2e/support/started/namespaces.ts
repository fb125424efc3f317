/** Only root may create these namespaces; a user namespace gives other users that right. */
const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];

/** Runs the program in its own process id namespace, like a container. */
export const inOwnProcesses: readonly string[] = [
  'unshare',
  ...asRoot,
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
];

/** Runs the program in its own mount namespace, after a shell command that mounts something at `$DATA_DIR`. */
export const withMount = (command: string): readonly string[] => [
  'unshare',
  ...asRoot,
  '--mount',
  'sh',
  '-ec',
  `${command}; exec "$@"`,
  'sh',
];
