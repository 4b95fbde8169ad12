/**
 * What an access token is for: one terminal of one company, and its register (doc 2,
 * "Cloud register"). What a request names must be that; what it leaves out is that.
 */
import type { Request } from 'express';
import { outsideToken, type CompanyTerminal, type TokenRefused } from '../../access/bearer.ts';
import { configuredTerminal, readCfg, type Cfg } from '../../receipt/cfg.ts';
import { terminal as namedTerminal } from '../../receipt/complete.ts';
import { own, unwrap } from '../../receipt/envelope.ts';
import { emptyTree, isTree, type Tree, type TreeValue } from '../../receipt/tree.ts';
import { mayBeSameTaxId, sameTaxId } from '../../receipt/tax-id.ts';
import { checkName, type Registers } from '../../register/registers.ts';
import type { Query } from '../request/query.ts';

/** The terminal of a token, with its register. */
export interface TokenScope {
  terminal: CompanyTerminal;
  rn: string;
}

/** Finds the register of a terminal; null when it would be somebody else's. */
export type TerminalRegister = (terminal: CompanyTerminal) => Promise<string | null>;

/** The name of a terminal's register (doc 2). */
export function canonicalName({ TaxId, TL, TT }: CompanyTerminal): string {
  return `${TaxId}$${TL}_${TT}`;
}

/** Whether a name is a terminal's, however it spells the tax id. */
function isNameOf(rn: string, { TaxId, TL, TT }: CompanyTerminal): boolean {
  const cut = rn.indexOf('$');
  return cut > 0 && rn.slice(cut + 1) === `${TL}_${TT}` && mayBeSameTaxId(rn.slice(0, cut), TaxId);
}

/**
 * Finds registers of terminals among those that there are. A company that has
 * registers here is known by its id at the portal, too: that anybody can set up
 * a company there with the tax id of another must not open its registers.
 */
export function terminalRegister(registers: Registers): TerminalRegister {
  return async (terminal) => {
    const { TaxId, TL, TT, company } = terminal;
    const known = registers.companyOf(TaxId);
    if (!known) return null;
    if (known.size > 0 && (known.owners.length !== 1 || known.owners[0] !== company)) return null;
    const which = registers.which({ taxId: TaxId, TL, TT });
    if ('unclear' in which || checkName(which.rn).length > 0) return null;
    const { rn } = which;
    const cfg = (await registers.find(rn))?.cfg;
    if (!cfg) return rn;
    // Names are put together from three values: another terminal's may read the same.
    const configured = configuredTerminal(cfg);
    const isOther = isNameOf(rn, terminal) && (configured.TL !== TL || configured.TT !== TT);
    return !sameTaxId(cfg.Cmp.TaxId, TaxId, cfg.Cmp.Ctry) || isOther ? null : rn;
  };
}

/** The scope of a request's token; null on a till, and for the manager. */
export function scopeOf(request: Request): TokenScope | null {
  return (request.res?.locals.scope as TokenScope | undefined) ?? null;
}

/** Keeps the scope for {@link scopeOf}. */
export function setScope(request: Request, scope: TokenScope): void {
  request.res!.locals.scope = scope;
}

/** Refuses a query that names another register, by RN or by TaxId, TL and TT. */
export function checkQuery(query: Query, { terminal, rn }: TokenScope): TokenRefused | null {
  const named = query.get('RN');
  if (named !== undefined && named !== rn && !isNameOf(named, terminal)) {
    return outsideToken(`RN: the access token is for register ${canonicalName(terminal)}`);
  }
  const given = { TaxId: query.get('TaxId'), TL: query.get('TL'), TT: query.get('TT') };
  return firstOther(given, terminal, 'query, ');
}

/**
 * Refuses a transaction of another terminal, or one whose void would be another's.
 * Fills in the terminal where the record leaves it out, and the company as the token
 * spells it: without its prefix, a tax id may be another company's of another country.
 */
export function checkRecord(body: Tree, { terminal }: TokenScope): TokenRefused | null {
  const tra = unwrap(body)?.tra ?? body;
  const esr = own(tra, 'ESR');
  const other =
    otherTerminal(esr, terminal, 'ESR.') ??
    otherTerminal(own(tra, 'SESR'), terminal, 'SESR.') ??
    otherTerminal(own(body, 'SESR'), terminal, 'SESR.');
  if (other) return other;
  if (!isTree(esr)) return null;
  for (const name of ['TL', 'TT'] as const) if (isScalar(own(esr, name))) esr[name] = terminal[name];
  if (own(esr, 'TaxId') !== undefined) esr.TaxId = terminal.TaxId;
  return null;
}

/** Refuses an element that names another terminal, in any of the ways that a receipt may. */
function otherTerminal(
  element: TreeValue | undefined,
  terminal: CompanyTerminal,
  where: string,
): TokenRefused | null {
  if (!isTree(element)) return null;
  const sent = (name: string) => {
    const value = own(element, name);
    return value === null || value === '' || !isScalar(value) ? undefined : value?.toString();
  };
  const [TaxId, TL, TT] = [sent('TaxId'), sent('TL'), sent('TT')];
  const named = namedTerminal({ ...(TL !== undefined && { TL }), ...(TT !== undefined && { TT }) }, terminal);
  return firstOther({ TaxId, ...named }, terminal, where);
}

/**
 * Refuses a configuration of another company or terminal. Says whose it is, and location
 * and terminal where neither the configuration nor the one in force does.
 */
export function checkCfg(body: Tree, { terminal }: TokenScope, current: Cfg | null): TokenRefused | null {
  const read = readCfg(body);
  // What cannot be read is refused as on a till.
  if (!('cfg' in read)) return null;
  const { Cmp, Loc, Trm } = read.cfg;
  const other = firstOther({ TaxId: Cmp?.TaxId, TL: Loc?.TL, TT: Trm?.TT }, terminal, 'Cfg, ');
  if (other) return other;
  const cfg = body.Cfg as Tree;
  cfg.Cloud = { CompanyId: terminal.company };
  const say = (record: 'Loc' | 'Trm', value: Tree) => {
    const sent = cfg[record];
    cfg[record] = Object.assign(isTree(sent) ? sent : emptyTree(), value);
  };
  if (Loc !== undefined || current?.Loc === undefined) say('Loc', { TL: terminal.TL });
  if (Trm !== undefined || current?.Trm === undefined) say('Trm', { TT: terminal.TT });
  return null;
}

/** Refuses the first value that is given and is not the token's. */
function firstOther(
  given: { [name in 'TaxId' | 'TL' | 'TT']: string | undefined },
  terminal: CompanyTerminal,
  where: string,
): TokenRefused | null {
  for (const name of ['TaxId', 'TL', 'TT'] as const) {
    const value = given[name];
    const isSame = name === 'TaxId' ? mayBeSameTaxId : Object.is;
    if (value !== undefined && !isSame(value, terminal[name]))
      return outsideToken(`${where}${name}: the access token is for ${name} ${terminal[name]}`);
  }
  return null;
}

/** Missing, or no element and no list: those are refused where the record is read. */
function isScalar(value: TreeValue | undefined): value is string | number | boolean | null | undefined {
  return typeof value !== 'object' || value === null;
}
