import { Stack, Text } from '@mantine/core';
import type { Snapshot } from '../../api/live-status.ts';
import { DEFAULT_REGISTER } from '../../api/register-choice.ts';
import { countryWithPage } from '../../countries/list.ts';
import { restartService } from '../../api/shell.ts';
import { formatTime } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ConnectionCard } from './connection-card.tsx';
import { EquipmentCard } from './equipment-card.tsx';
import { HomeTiles } from './home-tiles.tsx';
import { RegisterTiles } from './register-tiles.tsx';
import { LastReceipt } from './last-receipt.tsx';
import { LastReceiptActions } from './last-receipt-actions.tsx';
import { RegisterCard } from './register-card.tsx';
import { StateBanner } from './state-banner.tsx';
import classes from './status-page.module.css';
import type { Verdict } from './verdict.ts';

/** How a register is doing: may selling go on, and what happened last. */
export function StatusPage({
  rn,
  snapshot: { status, phase, heardAt, refused },
  verdict,
  onChoose,
}: {
  rn: string;
  snapshot: Snapshot;
  verdict: Verdict;
  /** Show another register. */
  onChoose: (rn: string) => void;
}) {
  const { t, locale } = useTexts();
  return (
    <Stack component="main" gap="lg">
      <StateBanner
        verdict={verdict}
        rn={rn}
        country={countryWithPage(status)}
        refused={refused}
        onShowDefault={() => onChoose(DEFAULT_REGISTER)}
        onRestart={restartService}
      />
      {/* Without its journal nothing is known about the register: no figures are better than wrong ones. */}
      {status?.today && (
        <>
          {phase === 'lost' && heardAt !== null && (
            <Text c="dimmed" fw={600} ta="center">
              {t('page.staleSince', { time: formatTime(heardAt, locale) })}
            </Text>
          )}
          <div className={classes.glance} data-stale={phase === 'lost'}>
            <HomeTiles status={status} />
          </div>
          {status.registers.length > 1 && (
            <RegisterTiles registers={status.registers} rn={rn} onChoose={onChoose} />
          )}
          <div className={classes.details} data-stale={phase === 'lost'}>
            <div className={classes.cards}>
              <Stack gap="lg" miw={0}>
                <ConnectionCard portal={status.portal} queues={status.queues} />
              </Stack>
              <Stack gap="lg" miw={0}>
                <RegisterCard status={status} />
                <EquipmentCard signingKey={status.key} printer={status.printer} />
              </Stack>
            </div>
            <LastReceipt last={status.last}>
              <LastReceiptActions rn={rn} status={status} />
            </LastReceipt>
          </div>
        </>
      )}
    </Stack>
  );
}
