import { kindOf } from '../../api/entities.ts';
import type { SectionProps } from '../entity/entity-page.tsx';
import { BadgePanel } from './badge-panel.tsx';
import { CloudPanel } from './cloud-panel.tsx';
import { CloudRegistersPanel } from './cloud-registers-panel.tsx';
import { KeysPanel } from './keys-panel.tsx';
import { TerminalsPanel } from './terminals-panel.tsx';

/** What programs and registers identify themselves with. */
export function ConnectionPanels(props: SectionProps) {
  const { entity } = props.line;
  const hasRegisters = kindOf(entity) === 'company' && props.may.has('ManageRegister');
  return (
    <>
      {hasRegisters && <BadgePanel company={entity} />}
      {props.may.has('ManageUsers') && <KeysPanel {...props} />}
      {hasRegisters && <CloudPanel company={entity} />}
      {hasRegisters && entity.state !== 'Deactivated' && <CloudRegistersPanel company={entity} />}
      {hasRegisters && entity.state !== 'Deactivated' && <TerminalsPanel company={entity} />}
    </>
  );
}
