export interface Violation {
  file: string;
  line: number;
  rule: string;
  message: string;
}

export function printViolations(violations: readonly Violation[], fine: string): void {
  for (const { file, line, rule, message } of violations) {
    console.log(`error  ${file}:${line}  ${rule}: ${message}`);
  }
  console.log(violations.length > 0 ? `${violations.length} violations.` : fine);
  if (violations.length > 0) process.exitCode = 1;
}
