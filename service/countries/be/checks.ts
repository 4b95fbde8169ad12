/** What Belgium demands of a configuration and of records, before the FDM is asked. */
import type { Cfg } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import { taxLineOf } from '../../receipt/taxes.ts';
import { isPosition, type CompleteEsr, type Esr } from '../../receipt/tra.ts';
import type { CountryServices } from '../contract/services.ts';
import { issue } from './codes.ts';
import { EVENT_NAMES, eventOf, hasLines, hasPayments, isSale, isUnknownEvent } from './kind.ts';
import { unitOf } from './lines.ts';
import { customerVat } from './gks2/request.ts';
import { isOldPosId, isPosId, unitNumber, vatNumber } from './numbers.ts';
import { operatorOf } from './operators.ts';
import { roundingIssues } from './payments.ts';
import { NO_ALIAS, FULL, WRONG } from './protect.ts';
import { LANGUAGES } from './settings.ts';
import { labelOf } from './taxes.ts';

/** What is wrong with a configuration; what is missing is said when the register is set up. */
export function checkCfg({ Loc, Trm }: Cfg): Issue[] {
  const issues: Issue[] = [];
  const told = (value: unknown): value is string => typeof value === 'string' && value !== '';
  if (told(Loc?.TaxId) && unitNumber(Loc.TaxId) === null) {
    const text = 'is no establishment unit: ten digits, the first one 2 to 8, with right check digits';
    issues.push(issue('#CFG', 'Cfg.Loc.TaxId', text));
  }
  if (told(Trm?.Serial) && !isPosId(Trm.Serial) && !isOldPosId(Trm.Serial)) {
    const text =
      'is no production number of 14 characters, such as CXYZ0010000001 (GKS 2.0) or BXYZ0010000001';
    issues.push(issue('#CFG', 'Cfg.Trm.Serial', text));
  }
  if (
    told(Trm?.Lang) &&
    !LANGUAGES.some((language) => language === (Trm.Lang as string).toLowerCase().slice(0, 2))
  )
    issues.push(issue('#CFG', 'Cfg.Trm.Lang', `must be one of ${LANGUAGES.join(', ')}`));
  return issues;
}

/** What looks wrong in a configuration. */
export function cfgWarnings({ Cmp, Trm }: Cfg): string[] {
  return [
    ...(vatNumber(Cmp.TaxId) === null ? ['Cfg.Cmp.TaxId: is no Belgian VAT number (BE and ten digits)'] : []),
    ...(Trm?.Lang === undefined ? ['Cfg.Trm.Lang: receipts are in Dutch; nl, fr or de'] : []),
  ];
}

/** A test system signs everything as training (`Reg_test`). */
export function interpret(esr: Esr, services: Pick<CountryServices, 'attributes'>): Esr {
  return isSale(esr) && services.attributes().flag('Reg_test') ? { ...esr, Test: '1' } : esr;
}

/** What is wrong with a completed record. */
export function checkReceipt(esr: CompleteEsr, context: CountryServices & { cfg: Cfg }): Issue[] {
  if (isUnknownEvent(esr)) return [issue('#BE_EVENT', 'ESR.NFS', `must be one of ${EVENT_NAMES}`)];
  const mutation = eventOf(esr);
  if (mutation === null) return [];
  return [
    ...operatorIssues(esr, context),
    ...(hasLines(mutation) ? lineIssues(esr) : []),
    ...(hasPayments(mutation) && mutation !== 'signPreBill' ? roundingIssues(esr) : []),
    ...eventIssues(esr),
  ];
}

function operatorIssues({ Opr, OprTIN }: CompleteEsr, context: CountryServices & { cfg: Cfg }): Issue[] {
  const wrong = (at: string, text: string) => [issue('#BE_OPERATOR', `ESR.${at}`, text)];
  if (OprTIN === WRONG)
    return wrong('OprTIN', 'is no national number: eleven digits with right check digits');
  if (OprTIN === FULL) return wrong('OprTIN', 'the list of operators is full');
  if (OprTIN === NO_ALIAS || Opr === undefined || Opr.trim() === '')
    return wrong('Opr', 'the operator is missing: send an alias, which is no national number');
  if (operatorOf(Opr, context.cfg, context)) return [];
  return wrong(
    'Opr',
    `${JSON.stringify(Opr.slice(0, 60))} is not on the protected list; send OprTIN with it`,
  );
}

function lineIssues({ PosA, TaxA, TaxN }: CompleteEsr): Issue[] {
  const issues: Issue[] = [];
  if (TaxN === '1') issues.push(issue('#BE_NET', 'ESR.TaxN', 'send amounts with their tax'));
  PosA.forEach((position, i) => {
    if (!isPosition(position)) return;
    const path = `ESR.PosA[${i}]`;
    const tax = taxLineOf(position, TaxA);
    const label = tax ? labelOf(tax) : null;
    if (label === null)
      issues.push(issue('#BE_TAX', `${path}.TaxG`, `${tax?.Prc ?? '?'} % is no Belgian rate`));
    else if (position._ === 'Tip' && label !== 'X')
      issues.push(issue('#BE_TAX', `${path}.TaxG`, 'a tip is outside of the tax: group X'));
    if (unitOf(position) === null)
      issues.push(issue('#BE_UNIT', `${path}.QtyU`, 'must be pc, kg, m, l or h'));
  });
  return issues;
}

/** What an event is about. */
function eventIssues(esr: CompleteEsr): Issue[] {
  const mutation = eventOf(esr);
  const missing = (at: string, text: string) => [issue('#BE_EVENT', `ESR.${at}`, text)];
  const isNamed = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  const hasArticle = esr.PosA.some(isPosition);
  switch (mutation) {
    case 'signOrder':
      return hasArticle ? [] : missing('PosA', 'an order needs its articles');
    case 'signPreBill':
      return hasArticle ? [] : missing('PosA', 'a pre-bill needs its articles');
    case 'signCostCenterChange':
      return [
        ...(isNamed(esr.TP) ? [] : missing('TP', 'where the articles go')),
        ...(isNamed(esr.BE_FromTP) ? [] : missing('BE_FromTP', 'where the articles come from')),
        ...(hasArticle ? [] : missing('PosA', 'which articles are moved')),
      ];
    case 'signMoneyInOut':
    case 'signPaymentCorrection':
      return esr.PayA.length > 0 ? [] : missing('PayA', 'which money it is about');
    case 'signInvoice': {
      const issues: Issue[] = [];
      if (!isNamed(esr.DN)) issues.push(issue('#BE_INVOICE', 'ESR.DN', 'the number of the invoice'));
      if (!/^[A-Z]{2}[A-Z\d]{2,13}$/.test(customerVat(esr)))
        issues.push(issue('#BE_INVOICE', 'ESR.Ctm.TaxId', 'the VAT number of the customer with its country'));
      return issues;
    }
    default:
      return [];
  }
}
