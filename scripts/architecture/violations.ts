export interface Violation {
  file: string;
  line: number;
  rule: string;
  message: string;
  /** Printed, but no failure. */
  warning?: boolean;
}

export function report(violations: readonly Violation[], fine: string): void {
  for (const { file, line, rule, message, warning } of violations) {
    console.log(`${warning ? 'note  ' : 'error '} ${file}:${line}  ${rule}: ${message}`);
  }
  const failing = violations.filter(({ warning }) => !warning).length;
  console.log(failing > 0 ? `${failing} to mend.` : fine);
  if (failing > 0) process.exitCode = 1;
}
