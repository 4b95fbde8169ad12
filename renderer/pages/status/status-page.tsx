import { useEffect, useState } from 'react';
import type { RegisterName } from '../../../service/wire.ts';
import { defaultRegister } from '../../api/register-choice.ts';
import { useLiveStatus } from '../../api/use-live-status.ts';
import { useRegisterChoice } from '../../api/use-register-choice.ts';
import { restartService } from '../../api/shell.ts';
import { Header } from '../../app/header.tsx';
import { RegisterPicker } from '../../components/register-picker.tsx';
import { formatTime } from '../../format/date.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { ConnectionCard } from './connection-card.tsx';
import { EquipmentCard } from './equipment-card.tsx';
import { LastReceipt } from './last-receipt.tsx';
import { RegisterCard } from './register-card.tsx';
import { StateBanner } from './state-banner.tsx';
import classes from './status-page.module.css';
import { TodayCard } from './today-card.tsx';
import { judge, type Tone } from './verdict.ts';

/** Sign before the window title, for the task bar. */
const signs: Record<Tone, string> = { ready: '✓', attention: '⚠', stop: '✕', wait: '…' };

/** How a register is doing: may selling go on, and what happened last. */
export function StatusPage() {
  const [rn, choose] = useRegisterChoice();
  const snapshot = useLiveStatus(rn);
  const { t, locale } = useTexts();
  const { status, phase, heardAt, refused } = snapshot;
  const verdict = judge(snapshot);

  // Kept while another register is loaded: a picker that vanishes takes the keyboard focus with it.
  const [registers, setRegisters] = useState<RegisterName[]>([]);
  if (status !== null && status.registers !== registers) setRegisters(status.registers);

  const title = `${signs[verdict.tone]} ${t(`page.banner.${verdict.headline}`, { rn })} – Tillmark`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <div className={classes.page}>
      <Header>
        {registers.length > 1 ? (
          <RegisterPicker
            registers={withVerdict(registers, rn, verdict.headline === 'ready')}
            rn={rn}
            onChoose={choose}
          />
        ) : (
          <p className={classes.company}>{status?.company?.name ?? 'Tillmark'}</p>
        )}
      </Header>
      <main className={classes.main}>
        <StateBanner
          verdict={verdict}
          rn={rn}
          refused={refused}
          onShowDefault={() => choose(defaultRegister)}
          onRestart={restartService}
        />
        {status !== null && (
          <>
            {phase === 'lost' && heardAt !== null && (
              <p className={classes.stale}>{t('page.staleSince', { time: formatTime(heardAt, locale) })}</p>
            )}
            <div className={classes.details} data-stale={phase === 'lost'}>
              <div className={classes.cards}>
                <div className={classes.stack}>
                  <TodayCard today={status.today} />
                  <ConnectionCard online={status.online} queues={status.queues} />
                </div>
                <div className={classes.stack}>
                  <RegisterCard status={status} />
                  <EquipmentCard signingKey={status.key} />
                </div>
              </div>
              <LastReceipt last={status.last} country={status.country} />
            </div>
          </>
        )}
      </main>
      {status !== null && (
        <footer className={classes.footer}>{t('page.version', { version: status.version })}</footer>
      )}
    </div>
  );
}

/** The list must name the register shown, and not say otherwise than the banner about it. */
function withVerdict(registers: RegisterName[], rn: string, ready: boolean): RegisterName[] {
  if (!registers.some((register) => register.rn === rn)) {
    return [...registers, { rn, ready, company: null }];
  }
  return registers.map((register) => (register.rn === rn ? { ...register, ready } : register));
}
