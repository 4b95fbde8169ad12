import rules from '../../../resources/linux/70-tillmark.rules?raw';
import { CopyCode } from '../../components/copy-code.tsx';
import { Fold } from '../../components/fold.tsx';
import { Hint } from '../../components/part.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** The rule that gives rights on Linux, to be copied. */
export function RightsHelp() {
  const { t } = useTexts();
  return (
    <Fold summary={t('devices.rule.summary')}>
      <Hint>{t('devices.rule.text', { file: '/etc/udev/rules.d/70-tillmark.rules' })}</Hint>
      <CopyCode text={rules} name={t('devices.rule.name')} block />
    </Fold>
  );
}
