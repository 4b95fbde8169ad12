import { type ReactNode, useState } from 'react';
import { ChevronIcon } from '../../components/icons.tsx';
import { entityHash } from '../api/route.ts';
import type { EntityKind, EntityState } from '../api/types.ts';
import { usePlace } from '../api/use-place.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { NodeLink } from './node-link.tsx';
import { useIsOnPath } from './path.ts';
import classes from './tree.module.css';

/** An entity in the tree; opened, what is in it. */
export function Branch({
  kind,
  id,
  name,
  state,
  isFirst = false,
  contents,
  children,
}: {
  kind: EntityKind;
  id: number;
  name: string;
  /** Null when it is not known. */
  state: EntityState | null;
  /** The only one at the top: opened from the beginning. */
  isFirst?: boolean;
  /** What is in it, asked for when it is opened; without it there is nothing to open. */
  contents?: ReactNode;
  /** What is in it and always shown. */
  children?: ReactNode;
}) {
  const { t } = usePortalTexts();
  const place = usePlace();
  const isOnPath = useIsOnPath(id);
  const [isOpen, setOpen] = useState(isFirst || isOnPath);
  // The way to what is shown opens once; whoever closes it again is left in peace.
  const [wasOnPath, setWasOnPath] = useState(isOnPath);
  if (wasOnPath !== isOnPath) {
    setWasOnPath(isOnPath);
    if (isOnPath) setOpen(true);
  }
  const isCurrent = place.page === 'entity' && place.kind === kind && place.id === id;
  return (
    <li>
      <div className={classes.node} data-current={isCurrent}>
        {contents === undefined ? (
          <span className={classes.leaf} />
        ) : (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'tree.close' : 'tree.open', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronIcon />
          </button>
        )}
        <NodeLink kind={kind} href={entityHash(kind, id)} name={name} state={state} isCurrent={isCurrent} />
      </div>
      {children}
      {isOpen && contents}
    </li>
  );
}
