import { Button } from '@mantine/core';
import { beginRecorderRow, confirmOlderData, rebuildDatabase } from '../../api/mending.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { useSession } from '../../api/session.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Consequences } from '../../components/consequences.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './state-banner.module.css';

/** What a manager can do about a journal that cannot be used, or that differs from the portal's archive. */
export type Remedy = 'rebuild' | 'confirm' | 'row';

/** What mends a problem; null for those that nothing on this page mends. */
export function remedyFor(code: string): Remedy | null {
  if (code === 'DATABASE_OLDER') return 'confirm';
  if (code === 'RECORDER_CONFLICT') return 'row';
  return code === 'DATABASE_LOST' || code === 'DATABASE_DAMAGED' ? 'rebuild' : null;
}

/** Offers the remedy, to the manager alone. */
export function RemedyButton({ remedy, onAsk }: { remedy: Remedy; onAsk: () => void }) {
  const { t } = useTexts();
  const session = useSession();
  if (session === null) return null;
  if (session.role !== 'manager')
    return (
      <a className={classes.link} href={PAGE_HASH.settings}>
        {t('page.mend.signIn')}
      </a>
    );
  return (
    <Button className={classes.action} onClick={onAsk}>
      {t(`page.mend.${remedy}`)}
    </Button>
  );
}

/** Says what a remedy means before it is taken. */
export function RemedyDialog({ remedy, rn, onClose }: { remedy: Remedy; rn: string; onClose: () => void }) {
  const { t } = useTexts();
  const steps = [1, 2, 3, 4] as const;
  const actions = { rebuild: rebuildDatabase, confirm: confirmOlderData, row: () => beginRecorderRow(rn) };
  return (
    <ConfirmDialog
      heading={t(`page.mend.${remedy}Heading`)}
      submit={t(`page.mend.${remedy}Submit`)}
      color={remedy === 'rebuild' ? 'petrol' : 'red'}
      action={actions[remedy]}
      done={t(`page.mend.${remedy}Done`)}
      onClose={onClose}
    >
      <Consequences texts={steps.map((step) => t(`page.mend.${remedy}Step${step}`))} />
    </ConfirmDialog>
  );
}
