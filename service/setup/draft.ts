/** A configuration while a person types it: what is wrong with which field. */
import { countryOf } from '../countries/list.ts';
import { readCfg, type Cfg } from '../receipt/cfg.ts';
import { isCountry } from '../receipt/iso-countries.ts';
import type { Issue } from '../receipt/issue.ts';
import { isTree, type Tree, type TreeValue } from '../receipt/tree.ts';
import { canonicalTaxId } from '../receipt/tax-id.ts';
import type { Registers } from '../register/registers.ts';
import type { CfgField, CfgProblem, CfgRemark } from './wire.ts';

/** What must be filled in besides what the record cannot do without: receipts name the company. */
const REQUIRED = [
  ['Cmp', 'Nam'],
  ['Cmp', 'TaxId'],
  ['Loc', 'TL'],
  ['Trm', 'TT'],
] as const;
/** Stands for the whole configuration. */
const WHOLE = 'Cmp.';
/** More is no name, and no address. */
const MOST_CHARACTERS = 200;

/**
 * What there is to say about a configuration; nothing is stored.
 * @param body `{Cfg: {...}}` as it came; records that are left out stay as they are
 */
export async function cfgRemarks(registers: Registers, rn: string, body: Tree): Promise<CfgRemark[]> {
  const read = readCfg(body);
  // A field that is empty is more to a person than the record that cannot be read for it.
  if ('issues' in read) return unique([...missing(body.Cfg), ...read.issues.map((issue) => refused(issue))]);
  const { cfg } = read;
  const remarks = [...missing(body.Cfg), ...tooLong(cfg), ...(await taxIdRemarks(cfg))];
  const checked = await registers.checkCfg(rn, cfg);
  for (const issue of checked?.issues ?? []) remarks.push(refused(issue));
  if (checked?.taken) {
    const { path, text } = checked.taken;
    // Not refused: a till may name another terminal with each sale.
    remarks.push({ field: fieldOf(path), problem: 'taken', isRefused: false, text });
  }
  for (const warning of checked?.warnings ?? []) {
    const [, place = 'Cfg', text = warning] = /^(Cfg[\w.]*): (.*)$/s.exec(warning) ?? [];
    // That no law is known of a country the page says where it is chosen.
    if (place === 'Cfg.Cmp.Ctry') continue;
    const field = fieldOf(place);
    // What is said of no field nobody can put right here; nothing is refused for it.
    if (field === WHOLE) continue;
    remarks.push({ field, problem: 'other', isRefused: false, text });
  }
  return unique(remarks);
}

/** @param cfg as it came */
function missing(cfg: TreeValue | undefined): CfgRemark[] {
  if (!isTree(cfg)) return [];
  return REQUIRED.filter(([group, name]) => {
    const record = cfg[group];
    return isTree(record) && (record[name] ?? '') === '';
  }).map(([group, name]) => ({
    ...{ field: `${group}.${name}` as const, problem: 'required' as const },
    ...{ isRefused: true, text: 'must be filled in' },
  }));
}

function tooLong(cfg: Partial<Cfg>): CfgRemark[] {
  return (['Cmp', 'Loc', 'Trm', 'Doc'] as const).flatMap((group) =>
    Object.entries(cfg[group] ?? {})
      .filter(([, value]) => typeof value === 'string' && value.length > MOST_CHARACTERS)
      .map(([name]) => ({
        ...{ field: `${group}.${name}` as const, problem: 'long' as const },
        ...{ isRefused: true, text: `at most ${MOST_CHARACTERS} characters` },
      })),
  );
}

/** Of a company that says its country: numbers of countries without a rule are taken as they are. */
async function taxIdRemarks({ Cmp }: Partial<Cfg>): Promise<CfgRemark[]> {
  if (!Cmp?.TaxId || !isCountry(Cmp.Ctry)) return [];
  const { Ctry } = Cmp;
  const prefix = /^[A-Z]{2}(?=.*\d)/i.exec(Cmp.TaxId.trim())?.[0].toUpperCase() ?? Ctry;
  if (isCountry(prefix) && canonicalTaxId(prefix, Ctry) !== canonicalTaxId('', Ctry)) {
    const text = `the tax id begins with ${prefix}`;
    return [{ field: 'Cmp.Ctry', problem: 'prefix', isRefused: false, text }];
  }
  const own = countryOf(Ctry).companyTaxId;
  const isRight = own ? own.isRight(Cmp.TaxId) : await isVatNumber(Cmp.TaxId, Ctry);
  if (isRight) return [];
  const text = 'has a wrong length or check digit';
  // Whether it is refused, the country decides: its own issue comes behind this one.
  return [{ field: 'Cmp.TaxId', problem: 'taxId', isRefused: false, text }];
}

/** The rules of thirty countries are loaded when somebody types: a register does without them (E4). */
async function isVatNumber(taxId: string, country: string): Promise<boolean> {
  const { isTaxId } = await import('../countries/vat-number.ts');
  return isTaxId(taxId, country);
}

function refused({ path, text }: Issue): CfgRemark {
  const field = fieldOf(path);
  return { field, problem: problemOf(path, field), isRefused: true, text };
}

function problemOf(path: string, field: CfgField): CfgProblem {
  // What is said about the whole is about what the register has done already.
  if (path === 'Cfg') return 'fixed';
  if (field === 'Loc.TL' || field === 'Trm.TT') return 'place';
  if (field === 'Doc.PaymentPeriod') return 'days';
  return field.endsWith('.label') ? 'long' : 'other';
}

/** `Cmp.TaxId` of `Cfg.Cmp.TaxId`. */
function fieldOf(path: string): CfgField {
  const [, group, name] = /^Cfg\.(Cmp|Loc|Trm|Doc)\.(\w+)$/.exec(path) ?? [];
  return group === undefined ? WHOLE : (`${group}.${name}` as CfgField);
}

/** One remark for each field: the first that says more than `other`, refused where any is. */
function unique(remarks: readonly CfgRemark[]): CfgRemark[] {
  const byField = new Map<string, CfgRemark>();
  for (const remark of remarks) {
    const before = byField.get(remark.field);
    const [kept, more] = before && before.problem !== 'other' ? [before, remark] : [remark, before];
    byField.set(remark.field, { ...kept, isRefused: kept.isRefused || more?.isRefused === true });
  }
  return [...byField.values()];
}
