import type { ReactNode } from 'react';
import { CompanyIcon, LocationIcon, OrganizationIcon, RegisterIcon } from '../../components/icons.tsx';
import type { EntityKind, EntityState } from '../api/types.ts';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import classes from './tree.module.css';

const icons: Record<EntityKind | 'register', ReactNode> = {
  organization: <OrganizationIcon />,
  company: <CompanyIcon />,
  location: <LocationIcon />,
  register: <RegisterIcon />,
};

/** The way to the page of something in the tree. What is not productive says so. */
export function NodeLink({
  kind,
  href,
  name,
  state,
  isCurrent,
}: {
  kind: EntityKind | 'register';
  href: string;
  name: string;
  state: EntityState | null;
  isCurrent: boolean;
}) {
  const { t } = usePortalTexts();
  return (
    <a className={classes.link} href={href} data-node={kind} aria-current={isCurrent ? 'page' : undefined}>
      <span className={classes.icon} title={t(`kind.${kind}`)}>
        {icons[kind]}
      </span>
      <span className={classes.name} data-state={state}>
        {name}
      </span>
      {state !== null && state !== 'Productive' && (
        <span className={classes.state} data-state={state}>
          {t(`state.${state}`)}
        </span>
      )}
    </a>
  );
}
