import { Paper } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
import { ActionButton } from './action-button.tsx';
import { Line } from './part.tsx';

/** What was changed last, and the way back. Stays in sight wherever on the page the change was made. */
export function UndoBar({ what, onUndo }: { what: string; onUndo: () => Promise<void> }) {
  const { t } = useTexts();
  return (
    <Paper pos="sticky" top="0.5rem" style={{ zIndex: 1 }} p="xs" pl="md" shadow="sm" data-testid="undo">
      <Line>
        <span>{t('settings.undoLast', { what })}</span>
        <ActionButton onAction={onUndo}>{t('settings.undo')}</ActionButton>
      </Line>
    </Paper>
  );
}
