/** Without the right to make namespaces, one for users gives it. */
const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];

/** Runs the program with process ids of its own, as a container does. */
export const inOwnProcesses: readonly string[] = [
  'unshare',
  ...asRoot,
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
];

/** Runs the program where a shell has mounted something at `$DATA_DIR` for it alone. */
export const withMount = (command: string): readonly string[] => [
  'unshare',
  ...asRoot,
  ...['--mount', 'sh', '-ec', `${command}; exec "$@"`, 'sh'],
];
