/** What France demands of a configuration and of receipts. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { minor } from '../../receipt/money.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { issue, type CODES } from './codes.ts';
import { isInvoice, isTurnover, operationOf, roleOf } from './document.ts';
import { isNaf, isSiret, isVatNumber } from './tax-id.ts';
import { rulesOn } from './taxes.ts';

/** Longest text of a receipt that is signed. */
const MOST_TEXT = 200;

/** Things of a configuration that look wrong, or that the law wants on receipts. */
export function cfgWarnings({ Cmp, Loc = {} }: Cfg): string[] {
  const warnings: string[] = [];
  const check = (isRight: boolean, text: string) => {
    if (!isRight) warnings.push(text);
  };
  check(
    isVatNumber(Cmp.TaxId),
    'Cfg.Cmp.TaxId: is no French VAT number (FR, 2 characters, 9 digits), or its key is wrong',
  );
  const siret = text(Loc.FR_SIR);
  check(
    siret !== '' && isSiret(siret),
    'Cfg.Loc.FR_SIR: receipts must show the SIRET, 14 digits with a check digit',
  );
  check(isNaf(text(Cmp.FR_NAF)), 'Cfg.Cmp.FR_NAF: receipts must show the NAF (APE) code, such as 5610A');
  check(Cmp.Nam !== undefined, 'Cfg.Cmp.Nam: receipts must show the name of the company');
  check(
    [Cmp, Loc].some((at) => [at.Adr, at.Zip, at.City].every((value) => text(value) !== '')),
    'Cfg.Cmp.Adr: receipts must show the complete address',
  );
  return warnings;
}

/** What is wrong with a completed receipt; each field has a code of its own. */
export function checkReceipt(esr: CompleteEsr): Issue[] {
  const role = roleOf(esr).kind;
  const issues: Issue[] = [];
  const check = (isRight: boolean, code: keyof typeof CODES, path: string, wrong: string) => {
    if (!isRight) issues.push(issue(code, path, wrong));
  };
  for (const [path, value] of signedTexts(esr))
    check([...value].length <= MOST_TEXT, '#FR_TOO_LONG', path, `at most ${MOST_TEXT} characters`);
  if (role === 'unsigned' || role === 'closing' || role === 'duplicate') return issues;
  const sent = esr.FR_OperationType;
  if (isTurnover(esr)) {
    const operation = operationOf(esr);
    const isFree = minor(esr.T, 2) === 0 && sent === 'Remboursement';
    check(
      sent === undefined || sent === operation || isFree,
      '#FR_OPERATION',
      'ESR.FR_OperationType',
      `must be ${operation} for a total of ${esr.T}`,
    );
  }
  const rules = rulesOn(esr.D.slice(0, 10));
  esr.TaxA.forEach(({ Prc = '0' }, i) => {
    check(
      rules.byRate(Prc) !== null,
      '#FR_TAX',
      `ESR.TaxA[${i}].Prc`,
      `${Prc} % is no French percentage on ${esr.D.slice(0, 10)}`,
    );
  });
  if (role === 'invoice' && isInvoice(esr)) {
    const { Ctry = 'FR' } = esr.Ctm ?? {};
    // Not all countries have postcodes.
    const needed =
      Ctry === 'FR' ? (['Nam', 'Adr', 'Zip', 'City'] as const) : (['Nam', 'Adr', 'City'] as const);
    for (const name of needed)
      check(
        text(esr.Ctm?.[name]).trim() !== '',
        '#FR_CUSTOMER',
        `ESR.Ctm.${name}`,
        'an invoice names its customer',
      );
  }
  return issues;
}

/** Texts of the POS that are signed. */
function signedTexts({
  Opr,
  NF,
  NFS,
  Rsn,
  TN,
  RFN,
  Ctm,
  FR_Trainer,
}: CompleteEsr): [path: string, value: string][] {
  return [
    ['ESR.Opr', text(Opr)],
    ['ESR.NF', text(NF)],
    ['ESR.NFS', text(NFS)],
    ['ESR.Rsn', NF === undefined && NFS === undefined ? '' : text(Rsn)],
    ['ESR.TN', text(TN)],
    ['ESR.RFN', text(RFN)],
    ['ESR.FR_Trainer', text(FR_Trainer)],
    ['ESR.Ctm.Nam', text(Ctm?.Nam)],
    ['ESR.Ctm.Zip', text(Ctm?.Zip)],
    ['ESR.Ctm.TaxId', text(Ctm?.TaxId)],
  ];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
