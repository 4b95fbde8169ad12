/** The result of an audit, for people. */
import { counted } from './check.ts';
import { MOST_FINDINGS, type PlacedFinding, type RegisterReport, type Report } from './report.ts';

/** All of it: each matter that was checked, then the verdict with the first bad record first. */
export function reportText(report: Report): string {
  const lines = report.registers.flatMap(registerLines);
  lines.push(...report.remarks.map((text) => `remark: ${text}`));
  const findings = report.registers.flatMap(({ rn, findings }) => findings.map((f) => findingText(rn, f)));
  findings.push(...report.database.map((text) => `database: ${text}`));
  const count = report.registers.reduce((sum, r) => sum + r.findingCount, report.database.length);
  const records = report.registers.reduce((sum, r) => sum + r.records, 0);
  if (count === 0) {
    lines.push(`OK: ${counted(records, 'record')} of ${counted(report.registers.length, 'register')}`);
  } else {
    const [first, ...further] = findings.slice(0, MOST_FINDINGS);
    lines.push(`First: ${first}`, ...further.map((text) => `  then ${text}`));
    const left = count - 1 - further.length;
    if (left > 0) lines.push(`  and ${counted(left, 'more finding').replace(/ more findings?/, ' more')}`);
    lines.push(`NOT OK: ${counted(count, 'finding')}`);
  }
  return `${lines.join('\n')}\n`;
}

function registerLines({ rn, checks, remarks, remarkCount }: RegisterReport): string[] {
  const width = Math.max(...checks.map(({ title }) => title.length));
  const remarkLines = remarks.map(({ sq, text }) => `  remark: ${sq > 0 ? `SQ ${sq}: ` : ''}${text}`);
  if (remarkCount > remarks.length) remarkLines.push(`  and ${remarkCount - remarks.length} more remarks`);
  return [
    `Register ${rn}`,
    ...checks.map(
      ({ title, summary, findings }) =>
        `  ${title.padEnd(width)}  ${findings === 0 ? 'ok' : counted(findings, 'finding')}: ${summary}`,
    ),
    ...remarkLines,
  ];
}

function findingText(rn: string, { sq, fn, text }: PlacedFinding): string {
  const place = [`register ${rn}`, ...(sq > 0 ? [`SQ ${sq}`] : []), ...(fn === null ? [] : [fn])];
  return `${place.join(', ')}: ${text}`;
}
