import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Fact, Facts } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { Consequences } from '../../../components/consequences.tsx';
import { Mark } from '../../../components/mark.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Panel } from '../../../components/panel.tsx';
import { Hint } from '../../../components/part.tsx';
import { countryName } from '../../../format/country.ts';
import { timeText } from '../../time-text.ts';
import { formatCount } from '../../../format/money.ts';
import { ask } from '../../api/ask.ts';
import { type Line, permissionsOn, useLine } from '../../api/entities.ts';
import { entityHash, receiptHash, receiptsHash, registerHash } from '../../api/route.ts';
import { useSession } from '../../api/session.ts';
import type { CompanyTree } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormSelect, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Loading } from '../loading.tsx';
import { PageTitle } from '../page-title.tsx';
import { stepsInto } from '../steps.ts';
import { conditionOf, CONDITION_TONES } from './health.ts';
import { Problems } from './problems.tsx';
import type { Register } from './types.ts';
import { VerificationPanel } from './verification-panel.tsx';

const EVERY_MS = 4000;

/** Description of the portal's API. */
const DOCS = './docs';
/** Where a register answers on its own machine, unless it was told otherwise; it does not tell the portal. */
const OWN_PAGE = 'http://localhost:5618/';

/** A register: how it is doing, what it is called, where it stands. */
export function RegisterPage({ companyId, registerId }: { companyId: number; registerId: number }) {
  const { language } = usePortalTexts();
  const line = useLine('company', companyId);
  const register = useAsk<Register>(
    `/Company/${companyId}/Register/${registerId}?languageCode=${language}`,
    EVERY_MS,
  );
  return (
    <Loading loaded={line}>
      {(company) => (
        <Loading loaded={register}>{(value) => <Shown line={company} register={value} />}</Loading>
      )}
    </Loading>
  );
}

function Shown({ line, register }: { line: Line; register: Register }) {
  const { t } = usePortalTexts();
  const { grants } = useSession();
  const mayManage = permissionsOn(line, grants).has('ManageRegister') && register.state !== 'Deactivated';
  const condition = conditionOf(register);
  return (
    <>
      <PageTitle title={register.name ?? register.registerNumber} steps={stepsInto(line)}>
        <Mark tone={CONDITION_TONES[condition]}>{t(`condition.${condition}`)}</Mark>
        {register.state === 'Test' && <Mark tone="look">{t('state.Test')}</Mark>}
      </PageTitle>
      <StatePanel register={register} mayManage={mayManage} />
      {mayManage && <NamePanel key={register.registerId} register={register} />}
      <VerificationPanel companyId={register.companyId} registerId={register.registerId} />
      {mayManage && <EndPanel register={register} />}
    </>
  );
}

function StatePanel({ register, mayManage }: { register: Register; mayManage: boolean }) {
  const { t, locale } = usePortalTexts();
  const { companyId, registerId, problems, nextSq, archivedRecords, follows } = register;
  const time = (text: string | null) => (text === null ? t('common.never') : timeText(text, locale));
  const places = [register.tl, register.tt].filter(Boolean).join(' / ');
  return (
    <Panel heading={t('registers.state')}>
      {problems.length > 0 && <Problems register={register} maySettle={mayManage} />}
      <Facts>
        <Fact name={t('registers.contact')}>{time(register.lastContactTimestamp)}</Fact>
        <Fact name={t('registers.number')}>{register.registerNumber}</Fact>
        <Fact name={t('registers.place')}>{places || '–'}</Fact>
        <Fact name={t('registers.version')}>{register.version ?? '–'}</Fact>
        <Fact name={t('entity.country')}>
          {register.country === null ? '–' : countryName(register.country, locale)}
        </Fact>
        <Fact name={t('registers.activated')}>{time(register.activatedTimestamp)}</Fact>
        {register.queued !== null && (
          <Fact name={t('registers.queued')}>{formatCount(register.queued, locale)}</Fact>
        )}
        {register.diskUsage !== null && (
          <Fact name={t('registers.diskUsage')}>{formatCount(register.diskUsage, locale)} MB</Fact>
        )}
        {register.softwareProvider !== null && (
          <Fact name={t('registers.softwareProvider')}>{register.softwareProvider}</Fact>
        )}
        <Fact name={t('registers.archived')} remark={t('registers.nextSq', { sq: nextSq })}>
          {formatCount(archivedRecords, locale)}
        </Fact>
        {follows !== null && (
          <Fact name={t('registers.follows')} remark={t('registers.followsRemark', { sq: follows.fromSq })}>
            <a href={registerHash(companyId, follows.registerId)}>{follows.registerId}</a>
          </Fact>
        )}
      </Facts>
      <Group gap="xs">
        <Button component="a" href={receiptsHash(companyId, registerId)}>
          {t('registers.receipts')}
        </Button>
        {nextSq > 1 && (
          <Button component="a" href={receiptHash(companyId, registerId, nextSq - 1)}>
            {t('registers.last')}
          </Button>
        )}
        {mayManage && (
          <Button component="a" href={entityHash('company', companyId, 'keys')}>
            {t('registers.connections')}
          </Button>
        )}
        <Button component="a" href={entityHash('company', companyId, 'notifications')}>
          {t('section.notifications')}
        </Button>
        <Button component="a" href={DOCS} target="_blank" rel="noreferrer">
          {t('registers.docs')}
        </Button>
      </Group>
      <Hint>{t('registers.ownPage', { address: OWN_PAGE })}</Hint>
    </Panel>
  );
}

function NamePanel({ register }: { register: Register }) {
  const { t } = usePortalTexts();
  const note = useNotes();
  const { companyId, registerId } = register;
  const [{ value: tree }] = useAsk<CompanyTree>(`/Company/${companyId}/Tree?getRegisters=false`);
  const start = { name: register.name ?? '', locationId: String(register.locationId ?? '') };
  const form = useForm('updateRegister', start);
  const submit = async () => {
    const { name = '', locationId } = form.values;
    const reply = await form.submit(() =>
      ask(`/Company/${companyId}/Register/${registerId}`, {
        method: 'PUT',
        body: { name: name.trim() || null, locationId: locationId ? Number(locationId) : null },
      }),
    );
    if (reply?.ok !== true) return;
    form.reset(form.values);
    note(t('registers.saved'));
  };
  return (
    <Panel heading={t('registers.naming')} intro={t('registers.namingIntro')}>
      <FormFrame form={form} submit={t('common.save')} onSubmit={() => void submit()}>
        <FormText form={form} field="name" label={t('entity.name')} />
        <FormSelect
          form={form}
          field="locationId"
          label={t('kind.location')}
          data={[
            { value: '', label: t('registers.noLocation') },
            ...(tree?.locations ?? []).map(({ locationId, name, locationIdentification }) => ({
              value: String(locationId),
              label: `${locationIdentification} · ${name}`,
            })),
          ]}
        />
      </FormFrame>
    </Panel>
  );
}

function EndPanel({ register }: { register: Register }) {
  const { t } = usePortalTexts();
  const [isAsked, setAsked] = useState(false);
  const { companyId, registerId, registerNumber } = register;
  const name = register.name ?? registerNumber;
  return (
    <Panel heading={t('life.heading')}>
      <Group gap="xs">
        <Button variant="filled" color="red" onClick={() => setAsked(true)}>
          {t('life.deactivate')}
        </Button>
      </Group>
      {isAsked && (
        <ConfirmDialog
          heading={t('life.deactivateHeading', { name })}
          submit={t('life.deactivateDo')}
          color="red"
          typed={{ expected: name, label: t('life.typeName'), wrong: t('life.wrongName') }}
          action={() => ask(`/Company/${companyId}/Register/${registerId}/Deactivate`, { method: 'PUT' })}
          done={t('life.isDeactivated', { name })}
          onClose={() => setAsked(false)}
        >
          <Consequences texts={[t('registers.endConnection'), t('registers.endArchive'), t('life.final')]} />
        </ConfirmDialog>
      )}
    </Panel>
  );
}
