/** Which register a request names in its query; the same for all routes, and for who lets it in. */
import type { Request } from 'express';
import { namedTerminal } from '../../receipt/complete.ts';
import type { Issue } from '../../receipt/issue.ts';
import { checkName, DEFAULT_NAME, type Registers } from '../../register/registers.ts';
import { scopeOf } from '../door/cloud-scope.ts';
import type { Query } from './query.ts';

/** The register that a query names. */
export interface NamedRegister {
  rn: string;
  /** Why the name is none, or why it cannot be known which register is meant: `def` stands for it then. */
  issues: Issue[];
  /** The language of a register's country; undefined where it has none yet. */
  languageOf?: (rn: string) => string | undefined;
}

/** Finds the register that a query names. */
export type RegisterNamer = (query: Query) => NamedRegister;

/** By RN alone, where there are no registers to ask. */
export const byNameAlone: RegisterNamer = (query) => {
  const rn = query.get('RN') ?? DEFAULT_NAME;
  return { rn, issues: checkName(rn) };
};

/**
 * The register that POST /register takes for the same names: RN, else the register of
 * TaxId, TL and TT, else who numbers TL and TT.
 */
export function registerNamer(registers: Registers): RegisterNamer {
  const languageOf = (rn: string) => registers.languageOf(rn);
  return (query) => {
    const rn = query.get('RN');
    const asked = rn === undefined ? { taxId: query.get('TaxId'), ...askedTerminal(query) } : { rn };
    const which = registers.which(asked);
    if ('unclear' in which) return { rn: DEFAULT_NAME, issues: [which.unclear], languageOf };
    return { rn: which.rn, issues: checkName(which.rn, asked), languageOf };
  };
}

/** TL and TT of a query, also as `RN_TT`: the end of a register's name, `<TL>_<TT>`. */
export function askedTerminal(query: Query): { TL?: string; TT?: string } {
  const [, first, second] = /^(?:(.+)[_/])?([^_/]+)$/.exec(query.get('RN_TT') ?? '') ?? [];
  return namedTerminal({ TL: query.get('TL') ?? first, TT: query.get('TT') ?? second });
}

/** Keeps what was found for {@link namedRegister}. */
export function keepName(request: Request, named: NamedRegister): void {
  request.res!.locals.named = named;
}

/** The register that a request names; with an access token it is the token's. */
export function namedRegister(request: Request): NamedRegister {
  const scope = scopeOf(request);
  return scope ? { rn: scope.rn, issues: [] } : (request.res!.locals.named as NamedRegister);
}

/** The language of the register that a request names; undefined where it has none yet, and before the door. */
export function namedLanguage(request: Request): string | undefined {
  const named = request.res?.locals.named as NamedRegister | undefined;
  return named?.languageOf?.(namedRegister(request).rn);
}
