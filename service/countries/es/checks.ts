/** What Spain demands of a configuration and of receipts, whatever the system. */
import type { Cfg } from '../../receipt/cfg.ts';
import { isCountry } from '../../receipt/iso-countries.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { issue } from './codes.ts';
import { bareNif, isNif } from './nif.ts';
import { isDocument, isSimplified, KINDS, recipientOf, statedKind } from './receipt-document.ts';
import { taxOf } from './region.ts';
import { isTerminal } from './series.ts';
import { causeOf, isLine, taxRows } from './taxes.ts';

/** Simplified invoices of shops end here, tax included, cents (RD 1619/2012, art. 4). */
const MOST_SIMPLIFIED = 300_000;
/** The first day that records know (validations of the AEAT). */
const FIRST_DAY = '2024-10-28';
const MOST_ROWS = 12;
/** ClaveRegimen (L8A, L8B). */
const REGIME = /^(?:0[1-9]|1[014578]|19|2[01])$/;
const LONGEST_FOREIGN = 20;

/** What is wrong with a configuration. */
export function checkCfg(cfg: Cfg): Issue[] {
  const issues: Issue[] = [];
  if (!isNif(bareNif(cfg.Cmp.TaxId)))
    issues.push(
      issue('#CFG', 'Cfg.Cmp.TaxId', 'must be a Spanish NIF: nine characters with a check character'),
    );
  if ((cfg.Cmp.Nam ?? '').trim() === '')
    issues.push(issue('#CFG', 'Cfg.Cmp.Nam', 'the name of the company is missing; records carry it'));
  const { TL, TT } = { TL: cfg.Loc?.TL ?? '1', TT: cfg.Trm?.TT ?? '1' };
  if (!isTerminal(TL, TT))
    issues.push(
      issue(
        '#CFG',
        'Cfg.Loc.TL',
        'TL and TT must be ASCII letters, digits, dot, dash or underscore, together at most 10',
      ),
    );
  return issues;
}

/** What is wrong with a completed receipt; each field has a code of its own. */
export function checkReceipt(esr: CompleteEsr, cfg: Cfg): Issue[] {
  if (!isDocument(esr)) return [];
  const issues: Issue[] = [];
  const check = (isRight: boolean, ...wrong: Parameters<typeof issue>) => {
    if (!isRight) issues.push(issue(...wrong));
  };
  check(
    isTerminal(esr.TL, esr.TT),
    '#ES_SERIES',
    'ESR.TL',
    'and TT must be ASCII, together at most 10 characters',
  );
  if (esr.Void === '1') return issues;
  check(esr.D.slice(0, 10) >= FIRST_DAY, '#ES_DATE', 'ESR.D', `must not be before ${FIRST_DAY}`);
  checkKind(esr, check);
  checkTaxes(esr, cfg, check);
  checkCustomer(esr, check);
  return issues;
}

type Check = (isRight: boolean, ...wrong: Parameters<typeof issue>) => void;

function checkKind(esr: CompleteEsr, check: Check): void {
  const [kind, total] = [statedKind(esr), minor(esr.T, 2)];
  check(
    kind === '' || KINDS.some((one) => one === kind),
    '#ES_KIND',
    'ESR.ES_Type',
    'must be F1, F2, F3 or R1 to R5',
  );
  check(
    kind !== 'F3' || (total >= 0 && named(esr)),
    '#ES_KIND',
    'ESR.ES_Type',
    'F3 takes the place of a simplified invoice: name it by RFN, or by RTL, RTT and RTN',
  );
  const regime = esr.ES_Regime;
  check(
    regime === undefined || (typeof regime === 'string' && REGIME.test(regime.trim())),
    '#ES_KIND',
    'ESR.ES_Regime',
    'must be a special scheme (ClaveRegimen) of two digits, such as 01',
  );
}

function named({ RFN, RTN }: CompleteEsr): boolean {
  return RFN !== undefined || RTN !== undefined;
}

function checkTaxes(esr: CompleteEsr, cfg: Cfg, check: Check): void {
  const [tax, day] = [taxOf(cfg), esr.D.slice(0, 10)];
  esr.TaxA.forEach((line, i) => {
    const path = `ESR.TaxA[${i}]`;
    check(
      isLine(line, day, tax),
      '#ES_TAX',
      `${path}.Prc`,
      `${line.Prc ?? '0'} % is no percentage of the ${tax} on ${day}`,
    );
    check(
      causeOf(line, tax) !== 'S2' || recipientOf(esr.Ctm) !== null,
      '#ES_RECIPIENT',
      `${path}.TaxG`,
      'reverse charge (S2) needs a customer with a tax number',
    );
  });
  check(
    taxRows(esr, cfg, undefined).length <= MOST_ROWS,
    '#ES_TAX',
    'ESR.TaxA',
    `must have at most ${MOST_ROWS} different lines`,
  );
}

function checkCustomer(esr: CompleteEsr, check: Check): void {
  const kind = statedKind(esr);
  const simplified = KINDS.some((one) => one === kind && isSimplified(one));
  const recipient = recipientOf(esr.Ctm);
  if (recipient === null || simplified) {
    check(
      kind !== 'F1' && kind !== 'F3',
      '#ES_RECIPIENT',
      'ESR.Ctm.TaxId',
      `an invoice (${kind}) needs a customer with a tax number`,
    );
    check(
      minor(esr.T, 2) <= MOST_SIMPLIFIED,
      '#ES_RECIPIENT',
      'ESR.Ctm.TaxId',
      'over 3000 euro there has to be an invoice with name and tax number of the customer',
    );
    return;
  }
  check(
    recipient.name !== '',
    '#ES_RECIPIENT',
    'ESR.Ctm.Nam',
    'the name of the customer is missing; send it, or no TaxId',
  );
  if (!recipient.other) return;
  const { country, id } = recipient.other;
  const isSpanish = country === '' || country === 'ES';
  check(
    !isSpanish,
    '#ES_RECIPIENT',
    'ESR.Ctm.TaxId',
    'is no NIF; name the country of a foreign number in Ctm.Ctry',
  );
  check(
    isSpanish || (isCountry(country) && [...id].length <= LONGEST_FOREIGN),
    '#ES_RECIPIENT',
    'ESR.Ctm.TaxId',
    `a foreign number has at most ${LONGEST_FOREIGN} characters`,
  );
}
