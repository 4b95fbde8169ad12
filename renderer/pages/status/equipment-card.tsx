import type { ControlStatus } from '../../../service/wire.ts';
import { Card, Fact, Facts } from '../../components/card.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import classes from './equipment-card.module.css';

/** What signs and prints the receipts. */
export function EquipmentCard({ signingKey }: { signingKey: ControlStatus['key'] }) {
  const { t } = useTexts();
  return (
    <Card heading={t('page.equipment.heading')}>
      <Facts>
        {/* Where nothing is signed by a key, "none" would read as if one were missing; a missing one is a problem. */}
        {signingKey !== null && (
          <Fact name={t('page.equipment.key')}>
            {t('page.equipment.keyVersion', { serial: signingKey.serial, version: signingKey.version })}
            {signingKey.test && (
              <span className={classes.warning}>
                <WarningIcon /> {t('page.equipment.testKey')}
              </span>
            )}
          </Fact>
        )}
        <Fact name={t('page.equipment.printer')}>{t('page.equipment.printerNone')}</Fact>
      </Facts>
    </Card>
  );
}
