import type { FinanzOnlineAccount } from '../../../../service/countries/at/wire.ts';
import { useAction } from '../../../api/use-action.ts';
import { DeedButton } from '../../../components/deed-button.tsx';
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
        <DeedButton onDeed={report}>{t('austria.report.now')}</DeedButton>
      </div>
      <FailureNote failure={action.failure} />
    </>
  );
}
