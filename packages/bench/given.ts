/** What `--name=value` says on the command line. */
export const given = (name: string, otherwise: string): string =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=', 2)[1] ?? otherwise;
