import { useCallback } from 'react';
import type { Loaded } from '../../api/reloader.ts';
import type { Reply } from '../../api/request.ts';
import { ask } from './ask.ts';
import type { CompanyTree, Entity, EntityKind, Found, Grant, Permission } from './types.ts';
import { useAsking } from './use-ask.ts';

const BASE = '/api/v2/Public';

const NAMES = { organization: 'Organization', company: 'Company', location: 'Location' } as const;

/** As a path of the API writes a kind. */
export function kindName(kind: EntityKind): 'Organization' | 'Company' | 'Location' {
  return NAMES[kind];
}

/** Address of an entity in the API. */
export function entityPath(kind: EntityKind, id: number): string {
  return `${BASE}/${kindName(kind)}/${id}`;
}

/** Id of an entity. */
export function idOf(entity: Entity): number {
  return entity.organizationId ?? entity.companyId ?? entity.locationId ?? 0;
}

/** Kind of an entity. */
export function kindOf(entity: Entity): EntityKind {
  if (entity.organizationId !== undefined) return 'organization';
  return entity.companyId === undefined ? 'location' : 'company';
}

/** Kind of what an entity of a kind is in. */
function parentKind(kind: EntityKind): EntityKind {
  return kind === 'location' ? 'company' : 'organization';
}

/** Searches organizations or companies. */
export function searchEntities(
  kind: 'organization' | 'company',
  criteria: { parentEntityId?: number; searchText?: string; offset?: number; limit?: number },
): Promise<Reply<Found>> {
  return ask<Found>(`${BASE}/${kindName(kind)}/Search`, { method: 'PUT', body: criteria, quiet: true });
}

/** What is in a company: locations and registers. */
export function askCompanyTree(companyId: number): Promise<Reply<CompanyTree>> {
  return ask<CompanyTree>(`/Company/${companyId}/Tree`);
}

/** An entity with what is above it, as far as the user may see it, from the top down. */
export interface Line {
  entity: Entity;
  above: Entity[];
}

const MAX_DEPTH = 40;

async function askLine(kind: EntityKind, id: number): Promise<Reply<Line>> {
  const first = await ask<Entity>(entityPath(kind, id));
  if (!first.ok) return first;
  const above: Entity[] = [];
  let at = first.value;
  while (at.parentEntityId > 1 && above.length < MAX_DEPTH) {
    const parent = await ask<Entity>(entityPath(parentKind(kindOf(at)), at.parentEntityId));
    // What is above the highest grant is nobody's business here.
    if (!parent.ok) break;
    above.unshift(parent.value);
    at = parent.value;
  }
  return { ok: true, value: { entity: first.value, above } };
}

/** Others change it, too. */
const EVERY_MS = 30_000;

/**
 * An entity and what is above it.
 * @param occasion whatever changes when it is to be asked again
 */
export function useLine(
  kind: EntityKind,
  id: number,
  occasion: unknown = null,
): [loaded: Loaded<Line>, reload: () => Promise<void>] {
  return useAsking(
    useCallback(() => askLine(kind, id), [kind, id]),
    EVERY_MS,
    occasion,
  );
}

/** What somebody may do with an entity: roles hold for everything beneath. */
export function permissionsOn({ entity, above }: Line, grants: readonly Grant[]): ReadonlySet<Permission> {
  const ids = new Set([entity, ...above].map(idOf));
  return new Set(
    grants.filter(({ entityId }) => ids.has(entityId)).flatMap(({ permissions }) => permissions),
  );
}
