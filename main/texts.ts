import type { FailureReason } from './bridge.ts';

/** Words of the tray, the menu and the waiting page. `{name}` marks a place to fill. */
export interface Texts {
  language: string;
  open: string;
  openPortal: string;
  go: string;
  home: string;
  back: string;
  reload: string;
  restart: string;
  quit: string;
  view: string;
  actualSize: string;
  larger: string;
  smaller: string;
  fullScreen: string;
  starting: string;
  ready: string;
  readyWithWarnings: string;
  notReady: string;
  attached: string;
  /** Follows it where the register does not tell how it is doing. */
  attachedUnknown: string;
  restarting: string;
  interrupted: string;
  restartingIn: string;
  restartingNow: string;
  failed: string;
  stopped: string;
  heading: string;
  cannotSell: string;
  filesOnly: string;
  /** The register runs and its page did not load. */
  pageLost: string;
  pageLostText: string;
  tryAgain: string;
  /** Asked where closing the window would end the register. */
  closing: string;
  closingDetail: string;
  minimise: string;
  signIn: Record<'intro' | 'user' | 'password' | 'submit' | 'wrong', string>;
  reasons: Record<FailureReason, string>;
}

const en: Texts = {
  language: 'en',
  open: 'Open Tillmark',
  openPortal: 'Open portal in the browser',
  go: 'Go',
  home: 'Start page',
  back: 'Back',
  reload: 'Reload',
  restart: 'Restart service',
  quit: 'Quit',
  view: 'View',
  actualSize: 'Actual size',
  larger: 'Larger',
  smaller: 'Smaller',
  fullScreen: 'Full screen',
  starting: 'The register is starting …',
  ready: 'Ready to sell',
  readyWithWarnings: 'Ready to sell, with notices: {count}',
  notReady: 'Not ready to sell, reasons: {count}',
  attached: 'Connected to the register already running on this computer',
  attachedUnknown: 'It asks for a user before it says how it is doing',
  restarting: 'The register has stopped, next attempt at {time}',
  interrupted: 'The register has stopped',
  restartingIn: 'Next attempt in {seconds} s.',
  restartingNow: 'Starting again …',
  failed: 'The register cannot start',
  stopped: 'The register is stopped',
  heading: 'Tillmark register',
  cannotSell: 'No receipts can be issued until the register is running.',
  filesOnly:
    'The control page is switched off in the profile (HttpServer_Disable). Requests come in as files.',
  pageLost: 'The page of the register cannot be shown',
  pageLostText: 'The register itself is running: tills can go on selling. The page is tried again by itself.',
  tryAgain: 'Try again',
  closing: 'Close Tillmark?',
  closingDetail:
    'This computer may show no icon by which to get back to it. When Tillmark ends, no receipts can be issued on this computer.',
  minimise: 'Keep running',
  signIn: {
    intro: 'This register asks for a user and password.',
    user: 'User',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'User or password is wrong.',
  },
  reasons: {
    usage: 'An option it was started with is not valid.',
    portTaken: 'Another program uses its network port. Close that program, or choose another port.',
    dataRootNotWritable:
      'It may not write to its data folder. Check the permissions and the free disk space.',
    dataRootInUse: 'Another register is already using its data folder.',
    demoOnData: 'The demo cannot run on a data folder that holds real data.',
    attachedLost:
      'The register that was running on this computer no longer answers. As soon as it does, this window shows it again.',
  },
};

const pt: Texts = {
  language: 'pt',
  open: 'Abrir o Tillmark',
  openPortal: 'Abrir o portal no navegador',
  go: 'Ir',
  home: 'Página inicial',
  back: 'Retroceder',
  reload: 'Recarregar',
  restart: 'Reiniciar o serviço',
  quit: 'Sair',
  view: 'Ver',
  actualSize: 'Tamanho real',
  larger: 'Maior',
  smaller: 'Menor',
  fullScreen: 'Ecrã inteiro',
  starting: 'A caixa está a arrancar …',
  ready: 'Pronto a vender',
  readyWithWarnings: 'Pronto a vender, com avisos: {count}',
  notReady: 'Não está pronto a vender, motivos: {count}',
  attached: 'Ligado à caixa já em execução neste computador',
  attachedUnknown: 'Só indica o seu estado a quem tiver utilizador',
  restarting: 'A caixa parou, próxima tentativa às {time}',
  interrupted: 'A caixa parou',
  restartingIn: 'Próxima tentativa dentro de {seconds} s.',
  restartingNow: 'A arrancar de novo …',
  failed: 'A caixa não consegue arrancar',
  stopped: 'A caixa está parada',
  heading: 'Caixa Tillmark',
  cannotSell: 'Não é possível emitir documentos enquanto a caixa não estiver em execução.',
  filesOnly:
    'A página de controlo está desativada no perfil (HttpServer_Disable). Os pedidos chegam em ficheiros.',
  pageLost: 'Não é possível mostrar a página da caixa',
  pageLostText:
    'A caixa está em execução: os postos podem continuar a vender. A página volta a ser tentada automaticamente.',
  tryAgain: 'Tentar de novo',
  closing: 'Fechar o Tillmark?',
  closingDetail:
    'Este computador pode não mostrar um ícone para voltar a ele. Quando o Tillmark termina, não é possível emitir documentos neste computador.',
  minimise: 'Manter em execução',
  signIn: {
    intro: 'Esta caixa pede utilizador e palavra-passe.',
    user: 'Utilizador',
    password: 'Palavra-passe',
    submit: 'Iniciar sessão',
    wrong: 'O utilizador ou a palavra-passe está errado.',
  },
  reasons: {
    usage: 'Uma das opções de arranque não é válida.',
    portTaken: 'Outro programa está a usar a porta de rede. Feche esse programa ou escolha outra porta.',
    dataRootNotWritable:
      'Não é possível escrever na pasta de dados. Verifique as permissões e o espaço livre em disco.',
    dataRootInUse: 'Outra caixa já está a usar a pasta de dados.',
    demoOnData: 'A demonstração não pode correr sobre uma pasta com dados reais.',
    attachedLost:
      'A caixa que estava em execução neste computador deixou de responder. Assim que responder, esta janela volta a mostrá-lo.',
  },
};

const de: Texts = {
  language: 'de',
  open: 'Tillmark öffnen',
  openPortal: 'Portal im Browser öffnen',
  go: 'Gehe zu',
  home: 'Startseite',
  back: 'Zurück',
  reload: 'Neu laden',
  restart: 'Dienst neu starten',
  quit: 'Beenden',
  view: 'Ansicht',
  actualSize: 'Originalgröße',
  larger: 'Größer',
  smaller: 'Kleiner',
  fullScreen: 'Vollbild',
  starting: 'Das Register startet …',
  ready: 'Verkaufsbereit',
  readyWithWarnings: 'Verkaufsbereit, Hinweise: {count}',
  notReady: 'Nicht verkaufsbereit, Gründe: {count}',
  attached: 'Verbunden mit dem Register, das auf diesem Computer bereits läuft',
  attachedUnknown: 'Seinen Zustand nennt es nur nach Anmeldung',
  restarting: 'Das Register wurde unterbrochen, nächster Versuch um {time}',
  interrupted: 'Das Register wurde unterbrochen',
  restartingIn: 'Nächster Versuch in {seconds} s.',
  restartingNow: 'Neuer Start …',
  failed: 'Das Register kann nicht starten',
  stopped: 'Das Register ist angehalten',
  heading: 'Tillmark-Register',
  cannotSell: 'Solange das Register nicht läuft, können keine Belege ausgestellt werden.',
  filesOnly:
    'Die Kontrollseite ist im Profil abgeschaltet (HttpServer_Disable). Anfragen kommen als Dateien.',
  pageLost: 'Die Seite des Registers kann nicht angezeigt werden',
  pageLostText:
    'Das Register selbst läuft: Kassen können weiter verkaufen. Die Seite wird von selbst erneut geladen.',
  tryAgain: 'Erneut versuchen',
  closing: 'Tillmark schließen?',
  closingDetail:
    'Dieser Computer zeigt vielleicht kein Symbol, über das man zurückkommt. Wenn Tillmark endet, können auf diesem Computer keine Belege ausgestellt werden.',
  minimise: 'Weiterlaufen lassen',
  signIn: {
    intro: 'Dieses Register verlangt Benutzer und Passwort.',
    user: 'Benutzer',
    password: 'Passwort',
    submit: 'Anmelden',
    wrong: 'Benutzer oder Passwort ist falsch.',
  },
  reasons: {
    usage: 'Eine Startoption ist ungültig.',
    portTaken:
      'Ein anderes Programm belegt den Netzwerkanschluss (Port). Beenden Sie dieses Programm oder wählen Sie einen anderen Port.',
    dataRootNotWritable:
      'Der Datenordner ist nicht beschreibbar. Prüfen Sie Berechtigungen und freien Speicherplatz.',
    dataRootInUse: 'Ein anderes Register verwendet diesen Datenordner bereits.',
    demoOnData: 'Die Demo kann nicht auf einem Ordner mit echten Daten laufen.',
    attachedLost:
      'Das Register, das auf diesem Computer lief, antwortet nicht mehr. Sobald es antwortet, zeigt dieses Fenster es wieder.',
  },
};

/** Texts for a locale such as `pt-PT`; English for a language without texts. */
export function textsFor(locale: string): Texts {
  const language = locale.toLowerCase().split(/[-_]/)[0];
  return [en, pt, de].find((texts) => texts.language === language) ?? en;
}

/** Fills the marked places of a text. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
