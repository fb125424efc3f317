export interface Fault {
  file: string;
  line: number;
  rule: string;
  /** What is wrong and what to do about it. */
  message: string;
  /** Told, but no reason to fail. */
  warning?: boolean;
}

/** Prints the faults and sets the exit code. */
export function report(faults: readonly Fault[], fine: string): void {
  for (const { file, line, rule, message, warning } of faults) {
    console.log(`${warning ? 'note  ' : 'fault '} ${file}:${line}  ${rule}: ${message}`);
  }
  const failing = faults.filter(({ warning }) => !warning).length;
  console.log(failing > 0 ? `${failing} to mend.` : fine);
  if (failing > 0) process.exitCode = 1;
}
