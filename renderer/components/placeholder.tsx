import { Paper, VisuallyHidden } from '@mantine/core';
import { CardGrid, Wide } from './card-grid.tsx';
import { useTexts } from '../i18n/use-texts.ts';
import classes from './placeholder.module.css';

/** Stands where the page will be, in about its shape. */
export function Placeholder() {
  const { t } = useTexts();
  return (
    <div role="status" data-testid="placeholder">
      <VisuallyHidden>{t('fiscal.loading')}</VisuallyHidden>
      <CardGrid>
        <Wide>
          <Paper className={classes.part} h="24rem" />
        </Wide>
        <Paper className={classes.part} h="24rem" />
        <Paper className={classes.part} h="24rem" />
      </CardGrid>
    </div>
  );
}
