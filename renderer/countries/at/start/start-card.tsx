import { useState } from 'react';
import type { AustriaOverview } from '../../../../service/countries/at/wire.ts';
import type { UnitCertificate } from '../../../../service/at-signing/wire.ts';
import { recall, remember } from '../../../app/memory.ts';
import { Panel } from '../../../components/panel.tsx';
import { useTexts } from '../../../i18n/use-texts.ts';
import { Step, Steps } from '../../parts/steps.tsx';
import type { Act } from '../actions.ts';
import { AccessStep } from './access-step.tsx';
import { CheckStep } from './check-step.tsx';
import { ReceiptStep } from './receipt-step.tsx';
import { ReportStep } from './report-step.tsx';
import { reportsByHand, type StepName, STEP_NAMES, stepsOf } from './steps.ts';
import { UnitStep } from './unit-step.tsx';

/** What every step gets. */
export interface StepProps {
  overview: AustriaOverview;
  registerId: string;
  /** Day of the service. */
  today: string;
  /** Nobody has a login, and that is wanted. */
  byHand: boolean;
  act: Act;
  /** Opens the dialog in which a receipt is checked. */
  onCheck: (receipt: string) => void;
}

/** Where this device remembers that a register is reported by hand. */
const memory = (registerId: string) => `tillmark.at.byHand.${registerId}`;

/** The way of a new register into operation, step by step. */
export function StartCard({
  certificates,
  ...shared
}: Omit<StepProps, 'byHand'> & { certificates: ReadonlyMap<string, UnitCertificate> }) {
  const { t } = useTexts();
  const { overview, registerId } = shared;
  const [chosen, setChosen] = useState(() => recall(memory(registerId)) !== null);
  const byHand = reportsByHand(overview, chosen);
  const states = stepsOf(overview, byHand);
  const props = { ...shared, byHand };
  const choose = () => {
    remember(memory(registerId), 'yes');
    setChosen(true);
  };
  const contents = {
    unit: <UnitStep units={overview.units} certificates={certificates} />,
    access: <AccessStep {...props} isNow={states.access === 'now'} onByHand={choose} />,
    report: <ReportStep {...props} />,
    receipt: <ReceiptStep {...props} />,
    check: <CheckStep {...props} />,
  };
  const later: Partial<Record<StepName, string>> = {
    report: t('austria.start.report.later'),
    receipt: t('austria.start.receipt.text'),
    check: t('austria.start.check.later'),
  };
  return (
    <Panel heading={t('austria.start.heading')} intro={t('austria.start.intro')}>
      <Steps>
        {STEP_NAMES.map((name, index) => (
          <Step
            key={name}
            name={name}
            title={t(`austria.start.${name}.title`)}
            number={index + 1}
            state={states[name]}
          >
            {states[name] === 'later' && later[name] !== undefined ? <p>{later[name]}</p> : contents[name]}
          </Step>
        ))}
      </Steps>
    </Panel>
  );
}
