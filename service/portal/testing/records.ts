/** Journal lines for tests of the archive. */
import type { Answer, TestPortal } from './portal.ts';
import type { TestRegister } from './register.ts';

/** A sale as a line of the journal, without line feed. */
export function saleLine(
  sq: number,
  more: { rn?: string; at?: string; esr?: object; state?: object } = {},
): string {
  const { rn = 'def', at = '2026-11-22T10:00:00', esr = {}, state } = more;
  return JSON.stringify({
    ...{ _: 'Tra', SQ: sq, RN: rn, D: at },
    ESR: {
      D: at,
      TL: '1',
      TT: '1',
      TN: String(sq),
      FN: `FS 1_1.26/${sq}`,
      T: '1.00',
      PosA: [],
      PayA: [],
      TaxA: [],
      ...esr,
    },
    Result: { RC: 'OK' },
    ...(state && { State: state }),
  });
}

/** Lines of sales with numbers one after the other. */
export function saleLines(
  firstSq: number,
  count: number,
  more: Parameters<typeof saleLine>[1] = {},
): string[] {
  return Array.from({ length: count }, (_, i) => saleLine(firstSq + i, more));
}

/** Hands in lines as the register does, signed. */
export function handIn(
  register: TestRegister,
  firstSq: number,
  lines: readonly string[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = lines.map((line) => `${line}\n`).join('');
  const signature = register.signature(body, firstSq, firstSq + lines.length - 1);
  return register.send('POST', '/records', body, { ...signature, ...headers });
}

/** The notifications of a company that have not ended, by code. */
export async function activeAlerts(portal: TestPortal, companyId: number): Promise<string[]> {
  const rows = await portal.portal.services.db.select<{ code: string }>(
    'SELECT code FROM notifications WHERE company_id = $companyId AND ended_at IS NULL ORDER BY code',
    { companyId },
  );
  return rows.map(({ code }) => code);
}

/** Hands in all that a journal has of a register. */
export async function handInJournal(
  register: TestRegister,
  journal: {
    linesBetween(rn: string, after: number, until: number): AsyncIterable<{ text: string }[]>;
    lastSq(rn: string): Promise<number>;
  },
  rn = 'def',
): Promise<string[]> {
  const lines: string[] = [];
  for await (const page of journal.linesBetween(rn, 0, await journal.lastSq(rn))) {
    const answer = await handIn(
      register,
      lines.length + 1,
      page.map(({ text }) => text),
    );
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    lines.push(...page.map(({ text }) => text));
  }
  return lines;
}
