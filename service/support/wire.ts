/** The support bundle as the control page shows it before it is saved. Types only. */

/** A file of a bundle. */
export interface SupportFile {
  name: string;
  text: string;
}

/** Answer of `POST /control/support`. */
export interface SupportBundle {
  /** Names the bundle for `GET /control/support/{id}`, until the next one is made. */
  id: string;
  /** What is in it, whole. */
  files: SupportFile[];
}
