import classes from './consequences.module.css';

/** What will be the case afterwards, point by point. */
export function Consequences({ texts }: { texts: string[] }) {
  return (
    <ul className={classes.list}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
