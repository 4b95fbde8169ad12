import { Notice } from '../../../components/notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { useNotes } from '../../../components/notes.ts';
import { Fold } from '../../../components/fold.tsx';
import { companyFields, locationFields, REGISTER_FIELDS } from '../../../countries/base-data.ts';
import type { BaseField } from '../../../countries/base-field.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { ask } from '../../api/ask.ts';
import { idOf } from '../../api/entities.ts';
import type { CompanyTree } from '../../api/types.ts';
import { useAsk } from '../../api/use-ask.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FormFrame, FormText } from '../../forms/form-fields.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { Empty, Loading } from '../loading.tsx';
import { baseBody, baseTexts } from './base-data-texts.ts';
import type { Register } from './types.ts';
import { FieldRow } from '../../../components/field-row.tsx';

/** Fields of one thing that base data are for. */
type Data = Record<string, unknown>;

interface BaseData {
  company: Data;
  locations: (Data & { locationId: number })[];
  registers: (Data & { registerId: number })[];
}

/** What the registers of a company print and report besides names and addresses, the same for all of them. */
export function BaseDataPanels({ line: { entity }, may }: SectionProps) {
  const { t } = usePortalTexts();
  const id = idOf(entity);
  const country = entity.countryCode ?? '';
  const data = useAsk<BaseData>(`/Company/${id}/BaseData`);
  const [{ value: tree }] = useAsk<CompanyTree>(`/Company/${id}/Tree?getRegisters=false`);
  const [{ value: registers }] = useAsk<{ registers: Register[] }>(`/Company/${id}/Registers`);
  const mayChange = may.has('ManageCompany') && entity.state !== 'Deactivated';
  const common = { companyId: id, mayChange };
  return (
    <Loading loaded={data}>
      {(base) => (
        <>
          <Panel heading={t('base.company')} intro={t('base.intro')}>
            {!mayChange && (
              <Notice tone="plain">
                <p>{t('base.readOnly')}</p>
              </Notice>
            )}
            <BaseForm {...common} fields={companyFields(country)} data={base.company} place="company" />
          </Panel>
          <Panel heading={t('base.locations')} intro={t('base.locationsIntro')}>
            {(tree?.locations ?? []).length === 0 && <Empty>{t('base.noLocations')}</Empty>}
            {tree?.locations.map(({ locationId, name, locationIdentification }) => (
              <Fold key={locationId} summary={`${locationIdentification} · ${name}`}>
                <BaseForm
                  {...common}
                  fields={locationFields(country)}
                  data={base.locations.find((one) => one.locationId === locationId) ?? {}}
                  place="locations"
                  id={{ locationId }}
                />
              </Fold>
            ))}
          </Panel>
          <Panel heading={t('base.registers')} intro={t('base.registersIntro')}>
            {(registers?.registers ?? []).length === 0 && <Empty>{t('registers.none')}</Empty>}
            {registers?.registers.map(({ registerId, name, registerNumber }) => (
              <Fold key={registerId} summary={name ?? registerNumber}>
                <BaseForm
                  {...common}
                  fields={REGISTER_FIELDS}
                  data={base.registers.find((one) => one.registerId === registerId) ?? {}}
                  place="registers"
                  id={{ registerId }}
                />
              </Fold>
            ))}
          </Panel>
        </>
      )}
    </Loading>
  );
}

function BaseForm({
  companyId,
  fields,
  data,
  place,
  id,
  mayChange,
}: {
  companyId: number;
  fields: readonly BaseField[];
  data: Data;
  place: 'company' | 'locations' | 'registers';
  /** Which location or register. */
  id?: Data;
  mayChange: boolean;
}) {
  const { t } = usePortalTexts();
  const texts = useTexts();
  const note = useNotes();
  // A change of one location or register is a list of one.
  const at = place === 'company' ? place : `${place}.0`;
  const start = baseTexts(fields, data, at);
  const form = useForm('updateBaseData', start);
  const save = async () => {
    const entry = { ...baseBody(fields, form.values, data, at), ...id };
    const body = place === 'company' ? { company: entry } : { [place]: [entry] };
    const reply = await form.submit(() => ask(`/Company/${companyId}/BaseData`, { method: 'PUT', body }));
    if (reply?.ok !== true) return;
    form.reset(form.values);
    note(t('base.saved'));
  };
  const list = fields.map(({ path, label, hint }) => (
    <FormText
      key={path}
      form={form}
      field={`${at}.${path}`}
      label={texts.t(`baseData.field.${label}`)}
      {...(hint !== undefined && { description: texts.t(`baseData.hint.${hint}`) })}
      readOnly={!mayChange}
    />
  ));
  if (!mayChange)
    return (
      <FieldRow least="17rem" align="end">
        {list}
      </FieldRow>
    );
  return (
    <FormFrame form={form} submit={t('common.save')} onSubmit={() => void save()}>
      <FieldRow least="17rem" align="end">
        {list}
      </FieldRow>
    </FormFrame>
  );
}
