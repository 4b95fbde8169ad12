/** Where updates come from. What stands behind it is loaded only when it is used. */
export interface UpdateSource {
  /** It can replace this installation; if not, it only tells of new versions. */
  readonly canInstall: boolean;
  /** The system asks somebody for the rights to replace it. */
  readonly needsPerson: boolean;
  /**
   * Version of an update that is newer, meant for this machine (staged by the feed) and signed; null for none.
   * @throws with a text for people who look after the machine
   */
  check(): Promise<string | null>;
  /** Loads the update found last, and proves that it is what was signed. */
  download(): Promise<void>;
  /** Replaces the program and ends it; only comes back, with an error, when that failed. */
  install(): Promise<never>;
}

/** What a source is opened with. */
export interface SourceOptions {
  /** Address of a feed of the company's own; null for the one that the package was built with. */
  feed: string | null;
  /** The program was started without options: after an update the system starts it without any. */
  isPlain: boolean;
  log: (line: string) => void;
}
