import { useCallback } from 'react';
import { idOf, searchEntities } from '../api/entities.ts';
import { entityHash } from '../api/route.ts';
import { useAsking } from '../api/use-ask.ts';
import { usePlace } from '../api/use-place.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { NodeLink } from './node-link.tsx';
import classes from './tree.module.css';

/** As many as can be looked through; more words find fewer. */
const LIMIT = 30;

/** Organizations and companies that a search has found. */
export function Finds({ text }: { text: string }) {
  return (
    <div className={classes.finds}>
      <FindsOf kind="organization" text={text} />
      <FindsOf kind="company" text={text} />
    </div>
  );
}

function FindsOf({ kind, text }: { kind: 'organization' | 'company'; text: string }) {
  const { t } = usePortalTexts();
  const place = usePlace();
  const [{ value, failure }] = useAsking(
    useCallback(() => searchEntities(kind, { searchText: text, limit: LIMIT }), [kind, text]),
  );
  const words =
    value === null
      ? (failure?.message ?? t('common.loading'))
      : t(`tree.found.${kind}`, { number: value.totalCount });
  return (
    <div>
      <p className={classes.count} role="status">
        {words}
      </p>
      <ul className={classes.list}>
        {value?.items.map((entity) => {
          const id = idOf(entity);
          const isCurrent = place.page === 'entity' && place.kind === kind && place.id === id;
          return (
            <li key={id}>
              <div className={classes.node} data-current={isCurrent}>
                <NodeLink
                  kind={kind}
                  href={entityHash(kind, id)}
                  name={entity.name}
                  state={entity.state}
                  isCurrent={isCurrent}
                />
              </div>
            </li>
          );
        })}
      </ul>
      {value !== null && value.totalCount > value.items.length && (
        <p className={classes.none}>{t('tree.tooMany', { shown: value.items.length })}</p>
      )}
    </div>
  );
}
