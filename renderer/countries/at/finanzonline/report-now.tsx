import type { FinanzOnlineAccount } from '../../../../service/countries/at/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { ActionButton } from '../../../components/action-button.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { useNotes } from '../../../components/notes.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import type { Act } from '../actions.ts';

/** Reports all that is due at once; nothing where nothing is, or where there is no login. */
export function ReportNow({ account: { login, reports }, act }: { account: FinanzOnlineAccount; act: Act }) {
  const { t } = useTexts();
  const note = useNotes();
  const action = useAction();
  if (login === null || !reports.some(({ state }) => state === 'due' || state === 'failed')) return null;
  const report = async () => {
    const reply = await action.run(() => act('report', {}));
    if (reply.ok) note(t('austria.report.asked'));
  };
  return (
    <>
      <div>
        <ActionButton onAction={report}>{t('austria.report.now')}</ActionButton>
      </div>
      <FailureNote failure={action.failure} />
    </>
  );
}
