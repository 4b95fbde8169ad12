import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useLine } from '../api/entities.ts';
import { useSession } from '../api/session.ts';
import type { EntityKind, Grant } from '../api/types.ts';
import { usePlace } from '../api/use-place.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { Branch } from './branch.tsx';
import { contentsOf } from './children.tsx';
import { Finds } from './finds.tsx';
import { Path, pathOf } from './path.ts';
import classes from './tree.module.css';

/** Everything that the user may see, as a tree whose branches are asked for when they are opened; and a search. */
export function Tree() {
  const { t } = usePortalTexts();
  const { grants } = useSession();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 250);
  const roots = useMemo(() => rootsOf(grants), [grants]);
  return (
    <nav className={classes.tree} aria-label={t('tree.label')} onKeyDown={moveByKey}>
      <TextInput
        type="search"
        aria-label={t('tree.search')}
        placeholder={t('tree.search')}
        autoComplete="off"
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {wanted === '' ? (
        <Opened>
          <ul className={classes.list}>
            {roots.map((grant) => (
              <Branch
                key={grant.entityId}
                kind={grant.kind}
                id={grant.entityId}
                name={grant.name}
                state={null}
                isFirst={roots.length === 1}
                contents={contentsOf(grant.kind, grant.entityId)}
              />
            ))}
          </ul>
          {roots.length === 0 && <p className={classes.none}>{t('tree.nothing')}</p>}
        </Opened>
      ) : (
        <Finds text={wanted} />
      )}
    </nav>
  );
}

/** Knows the way down to what is shown, so that its branches open by themselves. */
function Opened({ children }: { children: React.ReactNode }) {
  const place = usePlace();
  const target: [EntityKind, number] | null =
    place.page === 'entity'
      ? [place.kind, place.id]
      : place.page === 'register' || place.page === 'receipt'
        ? ['company', place.companyId]
        : null;
  if (target === null) return <Path value={null}>{children}</Path>;
  return (
    <OpenedTo kind={target[0]} id={target[1]}>
      {children}
    </OpenedTo>
  );
}

function OpenedTo({ kind, id, children }: { kind: EntityKind; id: number; children: React.ReactNode }) {
  const [{ value }] = useLine(kind, id);
  return <Path value={value === null ? null : pathOf(value)}>{children}</Path>;
}

/** Entities with a role, each once. One that is beneath another is found there as well; its own entry is a short way. */
function rootsOf(grants: readonly Grant[]): Grant[] {
  return [...new Map(grants.map((grant) => [grant.entityId, grant])).values()];
}

/** Arrow keys lead up, down, into and out of branches, as in other trees. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const link = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('a[data-node]') : null;
  if (link === null || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-node]')];
  const at = links.indexOf(link);
  const item = link.closest('li');
  const toggle = item?.querySelector<HTMLElement>(':scope > div > button[aria-expanded]');
  const isOpen = toggle?.getAttribute('aria-expanded') === 'true';
  const focus = (next: HTMLElement | null | undefined) => {
    event.preventDefault();
    next?.focus();
  };
  if (event.key === 'ArrowDown') focus(links[at + 1]);
  else if (event.key === 'ArrowUp') focus(links[at - 1]);
  else if (event.key === 'Home') focus(links[0]);
  else if (event.key === 'End') focus(links.at(-1));
  else if (event.key === 'ArrowRight' && toggle) {
    if (isOpen) focus(links[at + 1]);
    else toggle.click();
  } else if (event.key === 'ArrowLeft') {
    if (isOpen) toggle?.click();
    else focus(item?.parentElement?.closest('li')?.querySelector<HTMLElement>('a[data-node]'));
  }
}
