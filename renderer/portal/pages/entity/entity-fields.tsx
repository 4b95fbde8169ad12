import type { Entity, EntityKind } from '../../api/types.ts';
import { usePortalTexts } from '../../app/use-portal-texts.ts';
import { FieldRow } from '../../../components/field-row.tsx';
import { FormArea, FormSelect, FormText } from '../../forms/form-fields.tsx';
import type { Form, Texts } from '../../forms/use-form.ts';
import { countryChoice } from './countries.ts';

/** The texts of an entity, or of a new one, by the names of the API's fields. */
export function entityTexts(kind: EntityKind, entity: Partial<Entity>): Texts {
  const { name, address, city, zip, countryCode, invoiceEmailAddress, userComment } = entity;
  return {
    name: name ?? '',
    ...(kind === 'company' && {
      taxId: entity.taxId ?? '',
      'countryProperties.DE_WIdNr': entity.countryProperties?.DE_WIdNr ?? '',
    }),
    ...(kind === 'location' && { locationIdentification: entity.locationIdentification ?? '' }),
    address: address ?? '',
    zip: zip ?? '',
    city: city ?? '',
    countryCode: countryCode ?? '',
    invoiceEmailAddress: invoiceEmailAddress ?? '',
    userComment: userComment ?? '',
  };
}

/** The texts as the body of a request. */
export function entityBody(body: Record<string, unknown>): Record<string, unknown> {
  const properties = body['countryProperties'] as { DE_WIdNr?: unknown } | undefined;
  const country = body['countryCode'];
  return {
    ...body,
    countryCode: typeof country === 'string' ? country.toUpperCase() : country,
    // Only German companies have one; a null instead of an empty object for all others.
    ...(properties !== undefined && { countryProperties: properties.DE_WIdNr ? properties : null }),
  };
}

/** What is filled in about an entity. */
export function EntityFields({
  kind,
  form,
  isTaxIdFixed = false,
}: {
  kind: EntityKind;
  form: Form;
  isTaxIdFixed?: boolean;
}) {
  const { t, locale } = usePortalTexts();
  const isGerman = form.values['countryCode']?.toUpperCase() === 'DE';
  return (
    <>
      <FormText form={form} field="name" label={t('entity.name')} />
      {kind === 'company' && (
        <FieldRow>
          <FormText
            form={form}
            field="taxId"
            label={t('entity.taxId')}
            description={t(isTaxIdFixed ? 'entity.taxIdFixed' : 'entity.taxIdHint')}
            readOnly={isTaxIdFixed}
          />
          {isGerman && (
            <FormText
              form={form}
              field="countryProperties.DE_WIdNr"
              label={t('entity.widnr')}
              description={t('entity.widnrHint')}
            />
          )}
        </FieldRow>
      )}
      {kind === 'location' && (
        <FormText
          form={form}
          field="locationIdentification"
          label={t('entity.identification')}
          description={t('entity.identificationHint')}
        />
      )}
      <FormArea form={form} field="address" label={t('entity.address')} />
      <FieldRow>
        <FormText form={form} field="zip" label={t('entity.zip')} />
        <FormText form={form} field="city" label={t('entity.city')} />
        <FormSelect
          form={form}
          field="countryCode"
          label={t('entity.country')}
          data={[{ value: '', label: '' }, ...countryChoice(form.values['countryCode'] ?? '', locale)]}
        />
      </FieldRow>
      <FormText form={form} field="invoiceEmailAddress" type="email" label={t('entity.invoiceEmail')} />
      <FormArea form={form} field="userComment" label={t('entity.comment')} />
    </>
  );
}
