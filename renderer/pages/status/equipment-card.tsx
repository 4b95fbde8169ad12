import { Anchor } from '@mantine/core';
import type { ControlStatus } from '../../../service/wire.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { Card, Fact, Facts } from '../../components/card.tsx';
import { Mark } from '../../components/mark.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/** What signs and prints the receipts. */
export function EquipmentCard({
  signingKey,
  printer,
}: {
  signingKey: ControlStatus['key'];
  printer: ControlStatus['printer'];
}) {
  const { t } = useTexts();
  return (
    <Card heading={t('page.equipment.heading')}>
      <Facts>
        {/* Where nothing is signed by a key, "none" would read as if one were missing; a missing one is a problem. */}
        {signingKey !== null && (
          <Fact name={t('page.equipment.key')}>
            {t('page.equipment.keyVersion', { serial: signingKey.serial, version: signingKey.version })}
            {signingKey.test && (
              <div>
                <Mark tone="look">{t('page.equipment.testKey')}</Mark>
              </div>
            )}
          </Fact>
        )}
        <Fact name={t('page.equipment.printer')}>
          {printer.state === 'none' ? (
            t('page.equipment.printerNone')
          ) : (
            <Anchor href={PAGE_HASH.devices}>
              {printer.model} · {printer.port}
            </Anchor>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}
