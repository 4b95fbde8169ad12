import { Stack } from '@mantine/core';
import { useCallback, useEffect, useRef } from 'react';
import type { SetupOverview, SetupStepName } from '../../../service/setup/wire.ts';
import type { Snapshot } from '../../api/live-status.ts';
import { PAGE_HASH } from '../../api/page-choice.ts';
import { askProfile, changeProfile } from '../../api/profile.ts';
import { askSetup } from '../../api/setup.ts';
import { usePagePart } from '../../api/use-page-choice.ts';
import { useReloader } from '../../api/use-reloader.ts';
import { LoadedPage } from '../../components/loaded-page.tsx';
import { Panel } from '../../components/panel.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { BadgePanel } from '../settings/badge-panel.tsx';
import { BackupForm } from './backup-form.tsx';
import { CompanyForm } from './company-form.tsx';
import { FiscalStep } from './fiscal-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { PlaceForm } from './place-form.tsx';
import { PrinterStep } from './printer-step.tsx';
import { ReceiptStep } from './receipt-step.tsx';
import { BackButton, StepFrame, type StepWays } from './step-frame.tsx';
import { StepsList } from './steps-list.tsx';
import classes from './setup.module.css';

/** From nothing to the first receipt, one step after the other. */
export default function SetupPage({ rn, snapshot }: { rn: string; snapshot: Snapshot }) {
  const { t } = useTexts();
  const ask = useCallback(() => askSetup(rn), [rn]);
  const [loaded, reload] = useReloader(ask, snapshot.status);
  return (
    <LoadedPage heading={t('setup.heading')} snapshot={snapshot} loaded={loaded} reload={reload}>
      {(overview) => <Assistant overview={overview} snapshot={snapshot} reload={reload} />}
    </LoadedPage>
  );
}

interface StepProps {
  overview: SetupOverview;
  snapshot: Snapshot;
  reload: () => Promise<void>;
}

function Assistant({ overview, snapshot, reload }: StepProps) {
  const { steps } = overview;
  const part = usePagePart();
  const wanted = steps.find(({ name }) => name === part)?.name;
  // Resumed where something is missing.
  const first = steps.find(({ state }) => state === 'missing') ?? steps.at(-1)!;
  const current = wanted ?? first.name;
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current === current) return;
    shown.current = current;
    // Whoever cannot see it hears which step has come.
    body.current?.querySelector('h2')?.focus();
    window.scrollTo(0, 0);
  }, [current]);
  return (
    <div className={classes.page}>
      <StepsList steps={steps} current={current} />
      <Stack ref={body} gap="lg" miw={0}>
        <Step key={current} name={current} {...{ overview, snapshot, reload }} />
      </Stack>
    </div>
  );
}

function Step({ name, overview, snapshot, reload }: StepProps & { name: SetupStepName }) {
  const { t } = useTexts();
  const { steps, rn } = overview;
  const { status } = snapshot;
  const at = steps.findIndex((step) => step.name === name);
  const goTo = (to: SetupStepName) => (window.location.hash = `${PAGE_HASH.start}/${to}`);
  const before = steps[at - 1]?.name;
  const ways: StepWays = {
    back: before === undefined ? null : () => goTo(before),
    next: () => goTo(steps[at + 1]?.name ?? 'receipt'),
  };
  const isDone = steps[at]?.state === 'done';
  // The country may have brought a step: it is known when the overview has come.
  const saved = async (next: SetupStepName | null) => {
    await reload();
    if (next === null) ways.next();
    else goTo(next);
  };
  const heading = t(`setup.step.${name}`);
  if (status === null) return null;
  switch (name) {
    case 'company':
      return (
        <Panel heading={heading} intro={t('setup.company.intro')}>
          <CompanyForm
            overview={overview}
            submit={t('setup.saveAndNext')}
            onSaved={() => void saved('place')}
            onReload={() => void reload()}
          />
        </Panel>
      );
    case 'place':
      return (
        <Panel heading={heading} intro={t('setup.place.intro')}>
          <PlaceForm
            overview={overview}
            submit={t('setup.saveAndNext')}
            onSaved={() => void saved(null)}
            onReload={() => void reload()}
          >
            <BackButton back={ways.back} />
          </PlaceForm>
        </Panel>
      );
    case 'fiscal':
      return <FiscalStep overview={overview} status={status} ways={ways} />;
    case 'printer':
      return <PrinterStep overview={overview} status={status} ways={ways} />;
    case 'backup':
      return (
        <StepFrame heading={heading} intro={t('setup.backup.intro')} ways={ways} isDone={isDone}>
          <BackupForm rn={rn} path={overview.backupPath} onSaved={reload} />
        </StepFrame>
      );
    case 'password':
      return <PasswordStep isSet={isDone} ways={ways} />;
    case 'portal':
      return (
        <>
          <StepFrame heading={heading} intro={t('setup.portal.intro')} ways={ways} isDone={isDone}>
            {null}
          </StepFrame>
          <PortalPart snapshot={snapshot} />
        </>
      );
    case 'receipt':
      return <ReceiptStep overview={overview} status={status} reload={reload} back={ways.back} />;
  }
}

const askAll = () => askProfile(null);

function PortalPart({ snapshot: { status } }: { snapshot: Snapshot }) {
  const [{ value }, reload] = useReloader(askAll, status);
  if (value === null) return null;
  return (
    <BadgePanel
      hasBadge={value.hasBadge}
      hasPortalBeside={value.hasPortalBeside}
      status={status}
      act={async (action, body) => {
        const reply = await changeProfile(null)(action, body);
        await reload();
        return reply;
      }}
    />
  );
}
