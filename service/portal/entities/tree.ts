/** The tree of entities (doc 1, GET /Company/{companyId}/Tree). */
import type { Queries } from '../database/database.ts';
import { badField } from '../problem.ts';
import { type EntityRow, idsOf, KIND, kindOf, stateName } from './entity.ts';
import { beneath } from './store.ts';

/** What a tree shows. */
export interface TreeOptions {
  organizations: boolean;
  companies: boolean;
  locations: boolean;
  registers: boolean;
}

/** An entity with what is in it. */
export interface TreeNode {
  [id: string]: unknown;
  name: string;
  organizations: TreeNode[];
  companies: TreeNode[];
  locations: TreeNode[];
  registers: TreeLeaf[];
}

/** A register in the tree. */
export interface TreeLeaf {
  registerId: number;
  registerNumber: string;
  name: string | null;
  state: string;
  /** ISO 8601; null before it was heard of. */
  lastContactTimestamp: string | null;
}

/** More than a page can show; who has more asks for a part of the tree. */
const MAX_NODES = 20_000;

type Row = Pick<
  EntityRow,
  'id' | 'kind' | 'parent_id' | 'path' | 'state' | 'name' | 'identification' | 'tax_id'
>;

interface RegisterRow {
  company_id: number;
  id: number;
  location_id: number | null;
  rn: string;
  name: string | null;
  state: number;
  contact_at: number | null;
}

/**
 * The tree beneath and including an entity. What is left out hands its
 * children to the next one above that is there.
 * @throws Problem when it has too many nodes
 */
export async function treeOf(db: Queries, root: EntityRow, options: TreeOptions): Promise<TreeNode> {
  const { sql, parameters } = beneath(root.path);
  const kinds = [
    ...(options.organizations ? [KIND.organization] : []),
    ...(options.companies ? [KIND.company] : []),
    ...(options.locations ? [KIND.location] : []),
  ];
  const rows = await db.select<Row>(
    `SELECT id, kind, parent_id, path, state, name, identification, tax_id FROM entities
      WHERE ${sql} AND id <> $root AND kind IN (${[0, ...kinds].join(', ')})
      ORDER BY sort_name, id LIMIT ${MAX_NODES + 1}`,
    { ...parameters, root: root.id },
  );
  const registers = options.registers ? await registersBeneath(db, root) : [];
  if (rows.length + registers.length > MAX_NODES) {
    throw badField(
      'companyId',
      'tooMany',
      `the tree has more than ${MAX_NODES} entries: ask for a part of it`,
    );
  }
  const tree = nodeOf(root);
  const nodes = new Map<number, TreeNode>([[root.id, tree]]);
  for (const row of rows) nodes.set(row.id, nodeOf(row));
  const above = (ids: number[]) => nodes.get(ids.findLast((id) => nodes.has(id)) ?? root.id) ?? tree;
  for (const row of rows) {
    const parent = above(idsOf(row.path).slice(0, -1));
    const list = {
      organization: parent.organizations,
      company: parent.companies,
      location: parent.locations,
    };
    list[kindOf(row)].push(nodes.get(row.id)!);
  }
  const companyPaths = new Map<number, number[]>(rows.map((row) => [row.id, idsOf(row.path)]));
  for (const register of registers) {
    const place = companyPaths.get(register.company_id) ?? [root.id];
    const ids = register.location_id === null ? place : [...place, register.location_id];
    above(ids).registers.push(leafOf(register));
  }
  return tree;
}

async function registersBeneath(db: Queries, root: EntityRow): Promise<RegisterRow[]> {
  const columns = 'company_id, id, location_id, rn, name, state, contact_at';
  if (root.kind === KIND.location) {
    return db.select(
      `SELECT ${columns} FROM registers WHERE company_id = $company AND location_id = $location ORDER BY rn, id LIMIT ${MAX_NODES + 1}`,
      { company: root.parent_id, location: root.id },
    );
  }
  const { sql, parameters } = beneath(root.path);
  return db.select(
    `SELECT ${columns} FROM registers
      WHERE company_id IN (SELECT id FROM entities WHERE ${sql} AND kind = ${KIND.company})
      ORDER BY rn, id LIMIT ${MAX_NODES + 1}`,
    parameters,
  );
}

function nodeOf(row: Row): TreeNode {
  const kind = kindOf(row);
  return {
    [`${kind}Id`]: row.id,
    kind,
    name: row.name,
    state: stateName(row.state),
    ...(kind === 'company' && { taxId: row.tax_id }),
    ...(kind === 'location' && { locationIdentification: row.identification }),
    organizations: [],
    companies: [],
    locations: [],
    registers: [],
  };
}

function leafOf(row: RegisterRow): TreeLeaf {
  return {
    registerId: row.id,
    registerNumber: row.rn,
    name: row.name,
    state: stateName(row.state),
    lastContactTimestamp: row.contact_at === null ? null : new Date(row.contact_at).toISOString(),
  };
}
