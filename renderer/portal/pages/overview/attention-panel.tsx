import { Anchor } from '@mantine/core';
import type { Loaded } from '../../../api/reloader.ts';
import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { entityHash } from '../../api/route.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { Empty, Loading } from '../loading.tsx';
import { byUrgency, conditionOf } from '../registers/health.ts';
import { RegisterTable } from '../registers/registers-panel.tsx';
import type { Register } from '../registers/types.ts';
import { NextSteps } from './next-steps.tsx';

/** So many are looked at without a search; more are in the list of registers. */
const SHOWN = 8;

/** Registers of a company that somebody has to look after. */
export function AttentionPanel({
  companyId,
  registers,
  mayConnect,
}: {
  companyId: number;
  registers: [loaded: Loaded<{ registers: Register[] }>, reload: () => Promise<void>];
  /** May make a badge. */
  mayConnect: boolean;
}) {
  const { t } = usePortalTexts();
  return (
    <Panel heading={t('overview.attention')}>
      <Loading loaded={registers}>
        {({ registers: all }) => {
          const active = all.filter(({ state }) => state !== 'Deactivated');
          const wrong = active.filter((one) => ['stop', 'offline', 'look'].includes(conditionOf(one)));
          if (active.length === 0)
            return mayConnect ? (
              <NextSteps kind="company" id={companyId} />
            ) : (
              <Empty>{t('registers.none')}</Empty>
            );
          if (wrong.length === 0)
            return (
              <Notice tone="good">
                <p>{t('overview.allWell', { number: active.length })}</p>
              </Notice>
            );
          return (
            <>
              <RegisterTable registers={byUrgency(wrong).slice(0, SHOWN)} />
              <p>
                <Anchor href={entityHash('company', companyId, 'registers')}>
                  {t('overview.allRegisters', { wrong: wrong.length, all: active.length })}
                </Anchor>
              </p>
            </>
          );
        }}
      </Loading>
    </Panel>
  );
}
