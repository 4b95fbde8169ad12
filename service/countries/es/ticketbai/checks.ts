/** What TicketBAI demands of a document beyond what Spain does. */
import type { Issue } from '../../../receipt/issue.ts';
import { issue } from '../codes.ts';
import type { IssuedDocument } from '../document.ts';
import { MOST_LINES } from './invoice-xml.ts';

const MOST_REFERENCES = 100;
/** As the schema has them (12.8 and 12.2). */
const DETAIL = /^-?\d{1,12}(?:\.\d{1,8})?$/;

/** The reasons to refuse a document. */
export function checkDocument({ lines, references, taxes, id }: IssuedDocument): Issue[] {
  const issues: Issue[] = [];
  const check = (isRight: boolean, ...wrong: Parameters<typeof issue>) => {
    if (!isRight) issues.push(issue(...wrong));
  };
  check(
    lines.length >= 1 && lines.length <= MOST_LINES,
    '#ES_LINES',
    'ESR.PosA',
    `must have 1 to ${MOST_LINES} positions`,
  );
  check(
    lines.every(({ quantity, unitPrice }) => DETAIL.test(quantity) && DETAIL.test(unitPrice)),
    '#ES_LINES',
    'ESR.PosA',
    'quantities and prices of one must have at most 12 digits before the point and 8 behind it',
  );
  check(
    references.length <= MOST_REFERENCES,
    '#ES_KIND',
    'ESR.PosA',
    `must name at most ${MOST_REFERENCES} other documents`,
  );
  check(
    references.every(
      ({ series, number }) => series.length <= 20 && number.length <= 20 && number.trim() !== '',
    ),
    '#ES_KIND',
    'ESR.RFN',
    'must be a series and a number of at most 20 characters each, joined by a slash',
  );
  check(
    taxes.every(({ tax }) => tax === 'IVA'),
    '#ES_TAX',
    'Cfg.Loc.Zip',
    `is no place of TicketBAI: it has another tax than the IVA`,
  );
  check(id.series.length <= 20 && id.number.length <= 20, '#ES_SERIES', 'ESR.TL', 'and TT are too long');
  return issues;
}
