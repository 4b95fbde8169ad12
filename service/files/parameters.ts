/**
 * What HTTP says in the address of a request, a file says inside (doc 2, File
 * interface): RN, TaxId, TL and TT as attributes of Tra, and restart for POST /restart.
 */
import { namedTerminal } from '../receipt/complete.ts';
import { own, RECORD_TYPES } from '../receipt/envelope.ts';
import { emptyTree, isTree, type Tree, type TreeValue } from '../receipt/tree.ts';

/** A request taken apart. */
export interface Posted {
  /** The body as it would be posted, without the parameters. */
  tree: Tree;
  /** True for a configuration (`Cfg`), false for a transaction. */
  isCfg: boolean;
  rn: string | undefined;
  taxId: string | undefined;
  terminal: { TL?: string; TT?: string };
  /** The transaction may have been sent before. */
  restart: boolean;
}

const ROOTS = [...RECORD_TYPES, 'Cfg'] as const;
const OF_TRANSACTION = new Set(['rn', 'taxid', 'tl', 'tt', 'restart']);
/** A configuration says whose tax id it is in `Cmp`; TaxId beside it is an extension. */
const OF_CFG = new Set(['rn']);
const YES = new Set(['1', 'true']);

/** Takes the parameters (names in any case) off the outermost element. */
export function readPosted(body: Tree): Posted {
  const root = ROOTS.find((name) => own(body, name) !== undefined);
  const element = root === undefined ? body : own(body, root);
  const isCfg = root === 'Cfg';
  const { rest, values } = isTree(element)
    ? split(element, isCfg ? OF_CFG : OF_TRANSACTION)
    : { rest: element, values: new Map<string, string>() };
  return {
    tree: root === undefined ? (rest as Tree) : withValue(body, root, rest!),
    isCfg,
    rn: values.get('rn'),
    taxId: values.get('taxid'),
    terminal: namedTerminal({ TL: values.get('tl'), TT: values.get('tt') }),
    restart: YES.has(values.get('restart')?.toLowerCase() ?? ''),
  };
}

function split(element: Tree, names: ReadonlySet<string>): { rest: Tree; values: Map<string, string> } {
  const rest = emptyTree();
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(element)) {
    const key = name.toLowerCase();
    if (!names.has(key) || typeof value === 'object') rest[name] = value;
    else if (value !== '') values.set(key, String(value));
  }
  return { rest, values };
}

function withValue(tree: Tree, name: string, value: TreeValue): Tree {
  const copy = emptyTree();
  for (const [key, before] of Object.entries(tree)) copy[key] = key === name ? value : before;
  return copy;
}
