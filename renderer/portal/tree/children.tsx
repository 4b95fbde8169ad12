import { Button } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { askCompanyTree, idOf, kindOf, searchEntities } from '../api/entities.ts';
import { registerHash } from '../api/route.ts';
import type { Entity, EntityKind, TreeRegister } from '../api/types.ts';
import { useAsking } from '../api/use-ask.ts';
import { usePlace } from '../api/use-place.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { Branch } from './branch.tsx';
import { NodeLink } from './node-link.tsx';
import classes from './tree.module.css';

/** Entries shown at first, and more with each press of a button; the API answers no more at once. */
const PAGE = 100;

/** New registers are to be seen soon. */
const REGISTERS_MS = 10_000;

/** Organizations and companies directly in an organization. */
function OrganizationChildren({ id }: { id: number }) {
  const { t } = usePortalTexts();
  const [organizations, moreOrganizations] = useChildren('organization', id);
  const [companies, moreCompanies] = useChildren('company', id);
  const failed = organizations.failure ?? companies.failure;
  if (organizations.value === null || companies.value === null) {
    return <p className={classes.none}>{failed?.message ?? t('common.loading')}</p>;
  }
  const isEmpty = organizations.value.items.length + companies.value.items.length === 0;
  return (
    <ul className={classes.list}>
      {organizations.value.items.map((entity) => (
        <Branch key={idOf(entity)} {...entryOf(entity)} />
      ))}
      <More {...organizations.value} onMore={moreOrganizations} />
      {companies.value.items.map((entity) => (
        <Branch key={idOf(entity)} {...entryOf(entity)} />
      ))}
      <More {...companies.value} onMore={moreCompanies} />
      {isEmpty && <li className={classes.none}>{t('tree.empty')}</li>}
    </ul>
  );
}

function entryOf(entity: Entity) {
  const kind = kindOf(entity);
  const id = idOf(entity);
  return { kind, id, name: entity.name, state: entity.state, contents: contentsOf(kind, id) };
}

/** What is in an entity, to be put into its branch; undefined where a branch cannot be opened. */
export function contentsOf(kind: EntityKind, id: number): ReactNode {
  if (kind === 'location') return undefined;
  return kind === 'organization' ? <OrganizationChildren id={id} /> : <CompanyChildren id={id} />;
}

function useChildren(kind: 'organization' | 'company', parentEntityId: number) {
  const [pages, setPages] = useState(1);
  const question = useCallback(async () => {
    const items: Entity[] = [];
    let totalCount = 0;
    for (let page = 0; page < pages; page++) {
      const reply = await searchEntities(kind, { parentEntityId, offset: page * PAGE, limit: PAGE });
      if (!reply.ok) return reply;
      items.push(...reply.value.items);
      totalCount = reply.value.totalCount;
      if (items.length >= totalCount) break;
    }
    return { ok: true as const, value: { items, totalCount } };
  }, [kind, parentEntityId, pages]);
  const [loaded] = useAsking(question);
  return [loaded, () => setPages((before) => before + 1)] as const;
}

function More({
  items,
  totalCount,
  onMore,
}: {
  items: readonly unknown[];
  totalCount: number;
  onMore: () => void;
}) {
  const { t } = usePortalTexts();
  const left = totalCount - items.length;
  if (left <= 0) return null;
  return (
    <li>
      <Button variant="subtle" onClick={onMore}>
        {t('common.more', { left })}
      </Button>
    </li>
  );
}

/** Locations with their registers, and registers that are in no location, of a company. */
function CompanyChildren({ id }: { id: number }) {
  const { t } = usePortalTexts();
  const [{ value, failure }] = useAsking(
    useCallback(() => askCompanyTree(id), [id]),
    REGISTERS_MS,
  );
  if (value === null) return <p className={classes.none}>{failure?.message ?? t('common.loading')}</p>;
  const isEmpty = value.locations.length + value.registers.length === 0;
  return (
    <ul className={classes.list}>
      {value.locations.map((location) => (
        <Branch
          key={location.locationId}
          kind="location"
          id={location.locationId}
          name={`${location.locationIdentification} · ${location.name}`}
          state={location.state}
        >
          {location.registers.length > 0 && (
            <ul className={classes.list}>
              <Registers companyId={id} registers={location.registers} />
            </ul>
          )}
        </Branch>
      ))}
      <Registers companyId={id} registers={value.registers} />
      {isEmpty && <li className={classes.none}>{t('tree.empty')}</li>}
    </ul>
  );
}

/** More than anybody looks through; the company's page lists them all. */
const MAX_REGISTERS = 100;

function Registers({ companyId, registers }: { companyId: number; registers: readonly TreeRegister[] }) {
  const place = usePlace();
  return registers.slice(0, MAX_REGISTERS).map(({ registerId, registerNumber, name, state }) => {
    const isCurrent =
      place.page === 'register' && place.companyId === companyId && place.registerId === registerId;
    return (
      <li key={`register ${registerId}`}>
        <div className={classes.node} data-current={isCurrent}>
          <span className={classes.leaf} />
          <NodeLink
            kind="register"
            href={registerHash(companyId, registerId)}
            name={name ?? registerNumber}
            state={state}
            isCurrent={isCurrent}
          />
        </div>
      </li>
    );
  });
}
