/** Verifies the records of an export before it is made. */
import { amountText } from '../../../receipt/money.ts';
import type { ExportSource } from '../../contract/exports.ts';
import type { Finding } from '../../contract/audit.ts';
import type { CountryServices } from '../../contract/services.ts';
import { partialAudit } from '../audit.ts';
import { noteDefect } from '../defect.ts';
import { publicKeys } from '../books.ts';

/** What a verification has come to. */
export interface Verification {
  findings: Finding[];
  /** In one line, for people. */
  summary: string;
}

/** Findings that are written down; all are counted. */
const MOST_FINDINGS = 1000;

/** Verifies what an export reads; a defect becomes an event (90) of the register. */
export async function verify(
  source: ExportSource,
  { memory }: Pick<CountryServices, 'memory'>,
): Promise<Verification> {
  const auditor = partialAudit({ publicKeys: publicKeys(source.state) });
  const findings: Finding[] = [];
  let count = 0;
  for await (const page of source.pages()) {
    for (const record of page) {
      const found = auditor.take(record);
      count += found.length;
      if (findings.length < MOST_FINDINGS) findings.push(...found.slice(0, MOST_FINDINGS));
    }
  }
  const [first] = findings;
  if (first)
    noteDefect(`${count} défauts, le premier à l’enregistrement ${first.sq}: ${first.text}`, {
      memory,
      cfg: source.cfg,
    });
  return { findings, summary: auditor.summary() };
}

/** Cents as a plain decimal. */
export function plain(cents: string | undefined): string {
  if (cents === undefined || !/^-?\d{1,30}$/.test(cents)) return '';
  const size = Math.abs(Number(cents));
  if (Number.isSafeInteger(size)) return amountText(Number(cents), 2);
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}
