import { expect, it } from 'vitest';
import { printerProblems } from './printer-problems.ts';

it('takes what is wrong with the printer, and nothing else', () => {
  const wrong = { code: 'PRINTER_TROUBLE', severity: 'warning' as const, params: { trouble: 'absent' } };
  const failed = { code: 'PRINT_FAILED', severity: 'warning' as const };
  const others = [
    { code: 'NO_BACKUP', severity: 'warning' as const },
    { code: 'PRINTER_PAPER_LOW', severity: 'info' as const },
  ];
  expect(printerProblems([others[0]!, wrong, others[1]!, failed])).toEqual([wrong, failed]);
});
