import { Anchor, Switch } from '@mantine/core';
import { Fact, Facts } from '../../../components/card.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import { entityHash } from '../../api/route.ts';
import type { Entity } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormSelect, FormText } from '../../forms/form-fields.tsx';
import { type Texts, useForm } from '../../forms/use-form.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Loading } from '../loading.tsx';
import { LogoField } from './logo-field.tsx';
import { Preview } from './preview.tsx';
import type { ReceiptRules } from './types.ts';

/** What customers find behind the code of a receipt, and how it looks; also of a company that is no more. */
export function DigitalReceiptsPanels({ line: { entity }, may }: SectionProps) {
  const loaded = useAsk<ReceiptRules>(`/Company/${idOf(entity)}/DigitalReceipts`);
  const hasReceipts = may.has('ReadRegister');
  return (
    <Loading loaded={loaded}>
      {(rules) =>
        may.has('ManageCompany') ? (
          <Change company={entity} rules={rules} hasReceipts={hasReceipts} />
        ) : (
          <Known company={entity} rules={rules} hasReceipts={hasReceipts} />
        )
      }
    </Loading>
  );
}

interface Props {
  company: Entity;
  rules: ReceiptRules;
  hasReceipts: boolean;
}

const PERSONAL = ['asks', 'closed'] as const;

function Change({ company, rules, hasReceipts }: Props) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const id = idOf(company);
  const form = useForm('updateDigitalReceipts', textsOf(rules), ['days', 'personal']);
  const { active, days, personal, logo } = form.values as Record<keyof ReceiptRules, string>;
  const save = async () => {
    const body = { active: active === 'true', days: wholeNumber(days), personal, logo: logo || null };
    const path = `/Company/${id}/DigitalReceipts`;
    const reply = await form.submit(() => ask<ReceiptRules>(path, { method: 'PUT', body }));
    if (reply?.ok !== true) return;
    form.reset(textsOf(reply.value));
    note(t('digital.saved'));
  };
  return (
    <>
      <Panel heading={t('section.digital-receipts')} intro={t('digital.intro')}>
        <FormFrame form={form} submit={t('common.save')} onSubmit={() => void save()}>
          <Switch
            label={t('digital.active')}
            description={t('digital.activeHint')}
            checked={active === 'true'}
            onChange={(event) => form.set('active', String(event.currentTarget.checked))}
          />
          <FormText form={form} field="days" label={t('digital.days')} description={t('digital.daysHint')} />
          <FormSelect
            form={form}
            field="personal"
            label={t('digital.personal')}
            description={t('digital.personalHint')}
            data={PERSONAL.map((value) => ({ value, label: t(`digital.personalChoice.${value}`) }))}
          />
          <LogoField value={logo} refused={form.error('logo')} onChange={(url) => form.set('logo', url)} />
          <p>
            <Anchor href={entityHash('company', id, 'base-data')}>{t('digital.toLabel')}</Anchor>
          </p>
        </FormFrame>
      </Panel>
      <Preview company={company} active={active === 'true'} logo={logo} hasReceipts={hasReceipts} />
    </>
  );
}

function Known({ company, rules, hasReceipts }: Props) {
  const { t } = usePortalTexts();
  const { active, days, personal, logo } = rules;
  return (
    <>
      <Panel heading={t('section.digital-receipts')} intro={t('digital.intro')}>
        <Facts>
          <Fact name={t('digital.active')}>{t(active ? 'digital.pages.on' : 'digital.pages.off')}</Fact>
          <Fact name={t('digital.days')}>{days}</Fact>
          <Fact name={t('digital.personal')}>{t(`digital.personalChoice.${personal}`)}</Fact>
        </Facts>
      </Panel>
      <Preview company={company} active={active} logo={logo ?? ''} hasReceipts={hasReceipts} />
    </>
  );
}

function textsOf({ active, days, personal, logo }: ReceiptRules): Texts {
  return { active: String(active), days: String(days), personal, logo: logo ?? '' };
}

/** What is no number is left to the portal, which says so. */
function wholeNumber(text: string): number | string {
  return /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : text;
}
