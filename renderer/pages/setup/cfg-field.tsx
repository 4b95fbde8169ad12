import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CfgField, CfgRemark } from '../../../service/setup/wire.ts';
import { Mark } from '../../components/mark.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import type { CfgForm } from './use-cfg-form.ts';

/** A field of a configuration with its help, and what the service says about it. */
export function CfgTextField({
  form,
  field,
  label,
  help,
  right,
  taxId = null,
  autoComplete = 'off',
}: {
  form: CfgForm;
  field: CfgField;
  label: string;
  help?: string;
  /** Said when the service has looked at it and all is well. */
  right?: string;
  /** How companies of the country are known. */
  taxId?: { name: string; example: string } | null;
  autoComplete?: string;
}) {
  const { t } = useTexts();
  const remark = form.remarkOf(field);
  const words = remark && remarkWords(remark, t, taxId);
  return (
    <div data-field={field}>
      <TextInput
        label={label}
        description={help}
        error={remark?.isRefused === true ? words : null}
        autoComplete={autoComplete}
        spellCheck={false}
        maxLength={300}
        value={form.values[field] ?? ''}
        onChange={(event) => form.set(field, event.currentTarget.value)}
      />
      <div role="status">
        {remark?.isRefused === false && (
          <Said mark={<Mark tone="look">{t('setup.look')}</Mark>}>{words}</Said>
        )}
        {right !== undefined && remark === null && form.isRight(field) && <Mark tone="good">{right}</Mark>}
      </div>
    </div>
  );
}

function Said({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <Text size="sm" mt="0.25rem">
      {mark} {children}
    </Text>
  );
}

type Say = ReturnType<typeof useTexts>['t'];

/** A remark in the language of the page. */
export function remarkWords(
  { problem, text }: CfgRemark,
  t: Say,
  taxId: { name: string; example: string } | null,
): string {
  if (problem === 'taxId') return taxId ? t('setup.wrong.taxIdOf', taxId) : t('setup.wrong.taxId');
  if (problem === 'other') return t('setup.wrong.other', { text });
  if (problem === 'place') return t('setup.wrong.place', { text });
  return t(`setup.wrong.${problem}`);
}
