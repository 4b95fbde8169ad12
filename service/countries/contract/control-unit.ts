/** Control units of cash registers, as countries use them. */
export {
  UNIT_RATES,
  type ClientIdentity,
  type ControlUnit,
  type ControlUnits,
  type Enrolment,
  type ReceiptKind,
  type Registered,
  type SerialUnitKind,
  type UnitFailure,
  type UnitOutcome,
  type UnitReceipt,
  type UnitSettings,
  type UnitTrouble,
  type UnitVat,
} from '../../devices/control-unit/contract.ts';
