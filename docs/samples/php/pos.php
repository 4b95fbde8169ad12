<?php
/**
 * A small POS: it sells, survives lost answers and crashes, takes receipts back and prints
 * what it must. Needs PHP 8.1 or newer and no extensions.
 *
 *   php pos.php sale DESCRIPTION TAX_GROUP AMOUNT     php pos.php sale Bica B 0.80
 *   php pos.php void NUMBER REASON                    php pos.php void 1 Engano
 *   php pos.php start                                 only what every start does
 *
 * REGISTER is the address of the register, POS_STATE the folder for what must survive a crash.
 * Ends with 0: registered. 1: not registered. 2: not known yet; start again.
 */
declare(strict_types=1);

define('REGISTER', getenv('REGISTER') ?: 'http://localhost:5618');
define('STATE', getenv('POS_STATE') ?: 'pos-state');
/** Transaction that was sent and whose answer has not been printed yet. */
const OPEN = STATE . '/open.json';
/** The last number that was given to a transaction. */
const NUMBER = STATE . '/number';

/** The terminal. */
final class Terminal
{
    public static string $tl = '1';
    public static string $tt = '1';

    /** As a query has it. */
    public static function query(): string
    {
        return http_build_query(['TL' => self::$tl, 'TT' => self::$tt]);
    }
}

const CFG = ['Cfg' => [
    'Cmp' => [
        'Nam' => 'Padaria Exemplo, Lda', 'Adr' => 'Rua do Exemplo 12', 'Zip' => '1100-123', 'City' => 'Lisboa',
        'Ctry' => 'PT', 'TaxId' => 'PT599999993',
    ],
    'Loc' => ['TL' => '1'],
    'Trm' => ['TT' => '1', 'SW' => 'SamplePos', 'SWVersion' => '1'],
]];

/** The register has not answered: nobody knows whether it has registered. */
class NoAnswer extends Exception
{
}

/** Sends a request; returns what the answer holds, whatever its HTTP status is. */
function exchange(string $method, string $route, ?array $body = null): array
{
    $http = [
        'method' => $method,
        'header' => "content-type: application/json\r\naccept: application/json\r\nconnection: close",
        'timeout' => 10,
        // An answer with status 400 or 406 is one.
        'ignore_errors' => true,
    ];
    if ($body !== null) {
        $http['content'] = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE);
    }
    // Refused, broken off, timed out, or no JSON: all the same to a POS.
    $text = @file_get_contents(REGISTER . $route, false, stream_context_create(['http' => $http]));
    $answer = $text === false ? null : json_decode($text, true);
    $held = is_array($answer) ? reset($answer) : null;
    if (!is_array($held)) {
        throw new NoAnswer();
    }
    return $held;
}

/** Sends a request; returns the record of the answer, which says what became of it. */
function ask(string $method, string $route, ?array $body = null): array
{
    $record = exchange($method, $route, $body);
    if (!is_string($record['Result']['RC'] ?? null)) {
        throw new NoAnswer();
    }
    return $record;
}

/** Introduces company and terminal. A register that has a company already keeps it, and its terminal is used. */
function introduce(): bool
{
    $known = exchange('GET', '/cfg');
    $company = $known['Cmp']['TaxId'] ?? null;
    if ($company === null || $company === CFG['Cfg']['Cmp']['TaxId']) {
        $configured = ask('POST', '/cfg', CFG);
        show($configured);
        return $configured['Result']['RC'] === 'OK';
    }
    Terminal::$tl = $known['Loc']['TL'] ?? Terminal::$tl;
    Terminal::$tt = $known['Trm']['TT'] ?? Terminal::$tt;
    return true;
}

/** Asks again after an answer was lost. Nothing is registered twice by it. */
function askAgain(array $open): array
{
    if ($open['route'] === '/register') {
        return ask('POST', '/restart', $open['body']);
    }
    $answer = ask('POST', $open['route'], $open['body']);
    if ($answer['Result']['RC'] !== 'BAD') {
        return $answer;
    }
    // A void that has been registered is refused the second time; then it is there under its own number.
    $found = ask('GET', '/tra?' . Terminal::query() . '&TN=' . $open['number']);
    return $found['Result']['RC'] === 'OK' ? $found : $answer;
}

/** Sends a transaction until it is known what became of it. It is on the disk before. */
function send(array $open, bool $lost): array
{
    for ($attempt = 0; $attempt < 5; $attempt++) {
        if ($attempt > 0) {
            usleep(200_000);
        }
        try {
            $answer = $lost ? askAgain($open) : ask('POST', $open['route'], $open['body']);
            // Once an answer was lost, NO says nothing about the first attempt: it has to be cleared up first.
            if ($answer['Result']['RC'] !== 'NO' || (!$lost && !wantsRetry($answer))) {
                return $answer;
            }
        } catch (NoAnswer) {
            $lost = true;
        }
    }
    throw new NoAnswer();
}

/** Shows why the register could not do it now, and asks the operator. */
function wantsRetry(array $answer): bool
{
    show($answer);
    if (!stream_isatty(STDIN)) {
        return false;
    }
    fwrite(STDERR, 'Try again? (y/n) ');
    return strtolower(trim((string) fgets(STDIN))) === 'y';
}

/** Registers and prints a transaction; what is not printed yet is done at the next start. */
function perform(array $open, bool $lost = false): bool
{
    if (!$lost) {
        keep(OPEN, json_encode($open, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE));
    }
    $answer = send($open, $lost);
    $code = $answer['Result']['RC'];
    if ($code !== 'NO') {
        show($answer);
    }
    if ($code === 'OK') {
        printReceipt($open['lines'], $answer);
    }
    unlink(OPEN);
    return $code === 'OK';
}

/** Texts for the operator, and for the log of the POS. */
function show(array $answer): void
{
    $result = $answer['Result'];
    if (($result['UserMessage'] ?? '') !== '') {
        fwrite(STDERR, "Message: {$result['UserMessage']}\n");
    }
    foreach ([$result['ErrorCode'] ?? '', ...($result['Warning'] ?? [])] as $text) {
        if ($text !== '') {
            fwrite(STDERR, "Log: $text\n");
        }
    }
}

/** Prints the receipt: own lines, every Tag in order, the code. */
function printReceipt(array $lines, array $answer): void
{
    $fis = $answer['Fis'] ?? [];
    echo 'Receipt ', $answer['ESR']['FN'] ?? $answer['ESR']['TN'], "\n";
    foreach ($lines as $line) {
        echo $line, "\n";
    }
    foreach ($fis['Tag'] ?? [] as ['Label' => $label, 'Value' => $value]) {
        echo $label === '' ? $value : "$label: $value", "\n";
    }
    if (($fis['Code'] ?? '') !== '') {
        echo 'QR code: ', $fis['Code'], "\n";
    }
}

/** Writes a file so that a power cut leaves the old or the new content. */
function keep(string $file, string $text): void
{
    $handle = fopen("$file.new", 'w');
    fwrite($handle, $text);
    fsync($handle);
    fclose($handle);
    rename("$file.new", $file);
}

/** The next number of this terminal: above its own last one, and above what the register has of others. */
function nextNumber(): string
{
    $own = is_file(NUMBER) ? (int) file_get_contents(NUMBER) : 0;
    $found = exchange('GET', '/find?_=Tra&limit=1rows&' . Terminal::query());
    $number = (string) (max($own, (int) ($found[0]['ESR']['TN'] ?? 0)) + 1);
    keep(NUMBER, $number);
    return $number;
}

function sale(string $description, string $taxGroup, string $amount): array
{
    $number = nextNumber();
    $esr = [
        'TL' => Terminal::$tl, 'TT' => Terminal::$tt, 'TN' => $number, 'Opr' => '1',
        'PosA' => [['_' => 'Pos', 'Dsc' => $description, 'TaxG' => $taxGroup, 'Amt' => $amount]],
        'PayA' => [['_' => 'Pay', 'Dsc' => 'Cash', 'PayG' => 'cash', 'Amt' => $amount]],
    ];
    $body = ['Tra' => ['ESR' => $esr]];
    return ['route' => '/register', 'body' => $body, 'number' => $number, 'lines' => ["$description $amount"]];
}

/** The void is a transaction with a number of its own. */
function voiding(string $original, string $reason): array
{
    $number = nextNumber();
    $esr = ['TL' => Terminal::$tl, 'TT' => Terminal::$tt, 'TN' => $original];
    $body = ['Tra' => ['SESR' => ['TN' => $number], 'ESR' => $esr]];
    $route = '/register/void?rsn=' . rawurlencode($reason);
    return ['route' => $route, 'body' => $body, 'number' => $number, 'lines' => ["Receipt $original is void: $reason"]];
}

function main(string $command = '', string ...$args): int
{
    if (!is_dir(STATE)) {
        mkdir(STATE, 0777, true);
    }
    if (!introduce()) {
        return 1;
    }
    if (is_file(OPEN)) {
        perform(json_decode(file_get_contents(OPEN), true, 512, JSON_THROW_ON_ERROR), true);
    }
    if ($command === 'start') {
        return 0;
    }
    $open = match ($command) {
        'sale' => sale(...$args),
        'void' => voiding(...$args),
        default => exit("usage: sale DESCRIPTION TAX_GROUP AMOUNT | void NUMBER REASON | start\n"),
    };
    return perform($open) ? 0 : 1;
}

try {
    exit(main(...array_slice($argv, 1)));
} catch (NoAnswer) {
    fwrite(STDERR, "No answer. What was sent is kept; start again.\n");
    exit(2);
}
