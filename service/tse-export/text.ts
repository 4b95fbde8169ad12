/** The result of verifying an export, for people. */
import type { Finding } from './findings.ts';
import type { ReportedTse, TseReport } from './verify.ts';

/** Remarks that are shown; all are in the report. */
const MOST_REMARKS = 20;

/** All of it: what it is, each TSE, remarks, then the verdict with what is wrong. */
export function tseReportText(file: string, report: TseReport): string {
  const { info, findings, findingCount, remarks, remarkCount, logs, tses } = report;
  const made = info && [info.manufacturer, info.version, info.description].filter((part) => part !== '');
  const lines = [
    `TSE export ${file}`,
    ...(made?.length ? [`  made by ${printable(made.join(', '))}`] : []),
    ...tses.flatMap(tseLines),
    ...remarks.slice(0, MOST_REMARKS).map((one) => `  remark: ${placed(one)}`),
    ...(remarkCount > MOST_REMARKS ? [`  and ${count(remarkCount - MOST_REMARKS, 'more remark')}`] : []),
  ];
  const [first, ...further] = findings.map(placed);
  if (first === undefined) lines.push(`OK: ${count(logs, 'log message')} of ${count(tses.length, 'TSE')}`);
  else {
    lines.push(`First: ${first}`, ...further.map((text) => `  then ${text}`));
    const left = findingCount - findings.length;
    if (left > 0) lines.push(`  and ${left.toLocaleString('en')} more`);
    lines.push(`NOT OK: ${count(findingCount, 'finding')}`);
  }
  return `${lines.join('\n')}\n`;
}

function tseLines({ serial, logs, counters, transactions, ...tse }: ReportedTse): string[] {
  const all = logs.transaction + logs.system + logs.audit;
  const rows = [
    [
      'Signatures',
      `${tse.verified.toLocaleString('en')} of ${count(all, 'log message')} fit (${tse.algorithm})`,
    ],
    ['Logs', `${logs.transaction} of transactions, ${logs.system} of the system, ${logs.audit} of audits`],
    ['Counters', `${counters.first} to ${counters.last}`],
    ...(transactions
      ? [
          [
            'Transactions',
            `${transactions.first} to ${transactions.last}, ${transactions.finished} finished, ${transactions.open} open, of ${count(tse.clients, 'client')}`,
          ],
        ]
      : []),
    ['Time', `${instant(tse.from)} to ${instant(tse.to)}`],
    [
      'Certificate',
      tse.certificateExpires === null ? 'none' : `until ${tse.certificateExpires.slice(0, 10)}`,
    ],
  ];
  return [`  TSE ${serial}`, ...rows.map(([title, text]) => `    ${title!.padEnd(12)}  ${text!}`)];
}

function instant(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? String(seconds) : time.toISOString().replace('.000', '');
}

function placed({ file, text }: Finding): string {
  return printable(file === '' ? text : `${file}: ${text}`);
}

/** Names come out of a foreign file: nothing that a terminal would obey. */
function printable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}

function count(n: number, one: string): string {
  return `${n.toLocaleString('en')} ${one}${n === 1 ? '' : 's'}`;
}
