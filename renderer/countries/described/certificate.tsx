import { useState } from 'react';
import type { PageAction } from '../../../service/countries/contract/described-page/fields.ts';
import type { CertificatePart as Description } from '../../../service/countries/contract/described-page/page.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FileField } from '../../components/file-field.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useTexts } from '../../i18n/use-texts.ts';
import { Certificate } from '../parts/certificate.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useDescribed } from './context.ts';
import { readFile } from './read-file.ts';
import { useForm } from './use-form.ts';

/** Endings of files that may hold certificate and key. */
const ENDINGS = { pkcs12: '.p12,.pfx', pem: '.pem,.crt,.key,.txt', xml: '.xml' };

/** What is said of the file. */
function hintOf(formats: Description['upload']['formats']): 'both' | 'pem' | 'pkcs12' | 'xml' {
  if (formats.includes('xml')) return 'xml';
  return formats.length > 1 ? 'both' : formats[0]!;
}

/** Bytes that the service takes (`offered.ts`). */
const MOST_BYTES = 100_000;

/** A certificate with its key: whose it is, how long it lasts, the way to another, and to none. */
export function CertificatePart({ part }: { part: Description }) {
  const { t } = useTexts();
  const { say, act } = useDescribed();
  const [asked, setAsked] = useState<'upload' | 'remove' | null>(null);
  const { heading, hint, certificate, warnDays, remove } = part;
  const done = () => setAsked(null);
  return (
    <>
      <Certificate
        heading={say(heading)}
        hint={hint === undefined ? null : say(hint)}
        certificate={certificate}
        warnDays={warnDays}
        onChange={() => setAsked('upload')}
        {...(remove !== undefined && { onRemove: () => setAsked('remove') })}
      />
      {asked === 'upload' && <UploadDialog part={part} onClose={done} />}
      {asked === 'remove' && remove !== undefined && (
        <ConfirmDialog
          heading={t('fiscal.certificate.removeHeading')}
          submit={t('fiscal.certificate.removeSubmit')}
          color="red"
          action={() => act(remove.action, {})}
          done={say(remove.done)}
          onClose={done}
        >
          <p>{say(remove.consequence)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Named below, in words of the page. */
const LABEL = { key: '' };
const fields: NonNullable<PageAction['fields']> = [
  { type: 'file', name: 'file', label: LABEL, accept: '', most: MOST_BYTES, required: true },
  { type: 'password', name: 'password', label: LABEL, most: 200 },
];

function UploadDialog({ part: { upload }, onClose }: { part: Description; onClose: () => void }) {
  const { t } = useTexts();
  const { say, act } = useDescribed();
  const form = useForm(fields);
  const { formats } = upload;
  const [file, password] = fields as [(typeof fields)[number], (typeof fields)[number]];
  const entry = form.value(password);
  return (
    <FormDialog
      heading={t('fiscal.certificate.heading')}
      submit={t('fiscal.certificate.submit')}
      check={form.check}
      send={() => form.send((body) => act(upload.action, body))}
      done={say(upload.done)}
      shown={form.rest}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{say(upload.where)}</p>
          <FileField
            label={t('fiscal.certificate.file')}
            description={t(`fiscal.certificate.fileHint.${hintOf(formats)}`)}
            accept={formats.map((format) => ENDINGS[format]).join()}
            read={readFile(MOST_BYTES)}
            missing={form.error(file) !== null}
            refused={form.error(file)}
            onText={(base64) => form.set(file, base64)}
          />
          <PasswordField
            label={t('fiscal.certificate.password')}
            description={t('fiscal.certificate.passwordHint')}
            error={form.error(password)}
            value={typeof entry === 'string' ? entry : ''}
            onChange={(value) => form.set(password, value)}
          />
        </>
      )}
    </FormDialog>
  );
}
