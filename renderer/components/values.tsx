import { CopyCode } from './copy-code.tsx';
import classes from './values.module.css';

/** A value to be filled in somewhere else. */
export interface Value {
  /** Name of the field there. */
  name: string;
  value: string;
  /** Typed in there, not chosen from a list. */
  copy: boolean;
}

/** Values for a form of somebody else, such as a tax authority's portal, with buttons that copy them. */
export function Values({
  values,
  lang,
}: {
  values: readonly Value[];
  /** Language of the form. */ lang: string;
}) {
  return (
    <dl className={classes.values} lang={lang}>
      {values.map(({ name, value, copy }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{copy ? <CopyCode text={value} name={name} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
