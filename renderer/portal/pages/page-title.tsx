import type { ReactNode } from 'react';
import { usePortalTexts } from '../app/use-portal-texts.ts';
import { useTitle } from '../app/use-title.ts';
import classes from './page.module.css';
import type { Step } from './steps.ts';

/** Name of a page, what it is in, and its state. */
export function PageTitle({
  title,
  steps = [],
  children,
}: {
  title: string;
  steps?: readonly Step[];
  /** Stands behind the name. */
  children?: ReactNode;
}) {
  const { t } = usePortalTexts();
  useTitle(title);
  return (
    <div className={classes.head}>
      {steps.length > 0 && (
        <nav aria-label={t('frame.path')}>
          <ol className={classes.steps}>
            {steps.map(({ name, href }) => (
              <li key={href}>
                <a className={classes.link} href={href}>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes.titleLine}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
    </div>
  );
}
