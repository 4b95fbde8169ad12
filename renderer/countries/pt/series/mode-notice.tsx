import type { SeriesMode } from '../../../../service/countries/pt/wire.ts';
import { Notice } from '../../../components/notice.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';

/** Where validation codes come from: is this practice, a test, or in earnest? */
export function ModeNotice({ mode }: { mode: SeriesMode }) {
  const { t } = useTexts();
  return (
    <div data-testid="series-mode" data-mode={mode}>
      <Notice tone={mode === 'live' ? 'good' : 'look'} title={t(`portugal.mode.${mode}.title`)}>
        <p>{t(`portugal.mode.${mode}.text`)}</p>
      </Notice>
    </div>
  );
}
