import { VisuallyHidden } from '@mantine/core';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './placeholder.module.css';

/** Stands where the page will be, in about its shape. */
export function Placeholder() {
  const { t } = useTexts();
  return (
    <div className={classes.placeholder} role="status" data-testid="placeholder">
      <VisuallyHidden>{t('fiscal.loading')}</VisuallyHidden>
      <div className={classes.wide} />
      <div className={classes.half} />
      <div className={classes.half} />
    </div>
  );
}
