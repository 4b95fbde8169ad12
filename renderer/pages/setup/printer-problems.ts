import type { Problem } from '../../../service/wire.ts';

/** What keeps receipts from coming out of the printer, of all problems of a register; a roll near its end does not. */
export function printerProblems(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ code, severity }) => /^PRINT(ER)?_/.test(code) && severity !== 'info');
}
