// A small POS: it sells, survives lost answers and crashes, takes receipts back and prints
// what it must. Needs .NET 8 or newer and nothing else; Pos.csproj lies beside it.
//
//   dotnet run -- sale DESCRIPTION TAX_GROUP AMOUNT     dotnet run -- sale Bica B 0.80
//   dotnet run -- void NUMBER REASON                    dotnet run -- void 1 Engano
//   dotnet run -- start                                 only what every start does
//
// REGISTER is the address of the register, POS_STATE the folder for what must survive a crash.
// Ends with 0: registered. 1: not registered. 2: not known yet; start again.
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

var TL = "1";
var TT = "1";
var register = Environment.GetEnvironmentVariable("REGISTER") ?? "http://localhost:5618";
var state = Environment.GetEnvironmentVariable("POS_STATE") ?? "pos-state";
// Transaction that was sent and whose answer has not been printed yet.
var openFile = Path.Combine(state, "open.json");
// The last number that was given to a transaction.
var numberFile = Path.Combine(state, "number");
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
Console.OutputEncoding = new UTF8Encoding(false);

try
{
    return await Run();
}
catch (NoAnswer)
{
    Console.Error.WriteLine("No answer. What was sent is kept; start again.");
    return 2;
}

async Task<int> Run()
{
    Directory.CreateDirectory(state);
    if (!await Introduce()) return 1;
    if (File.Exists(openFile))
        await Perform(JsonSerializer.Deserialize<Transaction>(File.ReadAllText(openFile))!, isLost: true);
    Transaction open;
    switch (args)
    {
        case ["start"]: return 0;
        case ["sale", var description, var taxGroup, var amount]: open = await Sale(description, taxGroup, amount); break;
        case ["void", var original, var reason]: open = await Void(original, reason); break;
        default:
            Console.Error.WriteLine("usage: sale DESCRIPTION TAX_GROUP AMOUNT | void NUMBER REASON | start");
            return 64;
    }
    return await Perform(open, isLost: false) ? 0 : 1;
}

// Introduces company and terminal. A register that has a company already keeps it, and its terminal is used.
async Task<bool> Introduce()
{
    const string TaxId = "PT599999993";
    var known = await Exchange("GET", "/cfg");
    var company = (string?)known["Cmp"]?["TaxId"];
    if (company is not null and not TaxId)
    {
        TL = (string?)known["Loc"]?["TL"] ?? TL;
        TT = (string?)known["Trm"]?["TT"] ?? TT;
        return true;
    }
    var cfg = new
    {
        Cfg = new
        {
            Cmp = new
            {
                Nam = "Padaria Exemplo, Lda", Adr = "Rua do Exemplo 12", Zip = "1100-123", City = "Lisboa",
                Ctry = "PT", TaxId,
            },
            Loc = new { TL },
            Trm = new { TT, SW = "SamplePos", SWVersion = "1" },
        },
    };
    var configured = await Ask("POST", "/cfg", JsonSerializer.Serialize(cfg));
    Show(configured);
    return Code(configured) == "OK";
}

async Task<Transaction> Sale(string description, string taxGroup, string amount)
{
    var number = await NextNumber();
    var sold = new { _ = "Pos", Dsc = description, TaxG = taxGroup, Amt = amount };
    var paid = new { _ = "Pay", Dsc = "Cash", PayG = "cash", Amt = amount };
    var body = new { Tra = new { ESR = new { TL, TT, TN = number, Opr = "1", PosA = new[] { sold }, PayA = new[] { paid } } } };
    return new("/register", JsonSerializer.Serialize(body), number, $"{description} {amount}");
}

// The void is a transaction with a number of its own.
async Task<Transaction> Void(string original, string reason)
{
    var number = await NextNumber();
    var body = new { Tra = new { SESR = new { TN = number }, ESR = new { TL, TT, TN = original } } };
    var route = $"/register/void?rsn={Uri.EscapeDataString(reason)}";
    return new(route, JsonSerializer.Serialize(body), number, $"Receipt {original} is void: {reason}");
}

// Registers and prints a transaction; what is not printed yet is done at the next start.
async Task<bool> Perform(Transaction open, bool isLost)
{
    if (!isLost) Keep(openFile, JsonSerializer.Serialize(open));
    var answer = await Send(open, isLost);
    var code = Code(answer);
    if (code != "NO") Show(answer);
    if (code == "OK") Print(open.Line, answer);
    File.Delete(openFile);
    return code == "OK";
}

// Sends a transaction until it is known what became of it. It is on the disk before.
async Task<JsonNode> Send(Transaction open, bool isLost)
{
    var lost = isLost;
    for (var attempt = 0; attempt < 5; attempt++)
    {
        if (attempt > 0) await Task.Delay(200);
        try
        {
            var answer = await (lost ? AskAgain(open) : Ask("POST", open.Route, open.Body));
            // Once an answer was lost, NO says nothing about the first attempt: it has to be cleared up first.
            if (Code(answer) != "NO" || (!lost && !WantsRetry(answer))) return answer;
        }
        catch (NoAnswer)
        {
            lost = true;
        }
    }
    throw new NoAnswer();
}

// Asks again after an answer was lost. Nothing is registered twice by it.
async Task<JsonNode> AskAgain(Transaction open)
{
    if (open.Route == "/register") return await Ask("POST", "/restart", open.Body);
    var answer = await Ask("POST", open.Route, open.Body);
    if (Code(answer) != "BAD") return answer;
    // A void that has been registered is refused the second time; then it is there under its own number.
    var found = await Ask("GET", $"/tra?{Terminal()}&TN={open.Number}");
    return Code(found) == "OK" ? found : answer;
}

// Sends a request; returns the record of the answer, which says what became of it.
async Task<JsonNode> Ask(string method, string route, string? body = null)
{
    var record = await Exchange(method, route, body);
    return record is JsonObject && record["Result"] is JsonObject result && result["RC"] is JsonValue
        ? record : throw new NoAnswer();
}

// Sends a request; returns what the answer holds, whatever its HTTP status is.
async Task<JsonNode> Exchange(string method, string route, string? body = null)
{
    try
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), register + route);
        request.Headers.Add("accept", "application/json");
        if (body is not null) request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await http.SendAsync(request);
        var answer = JsonNode.Parse(await response.Content.ReadAsStringAsync());
        if (answer is JsonObject { Count: > 0 } wrapped && wrapped.First().Value is JsonObject or JsonArray)
            return wrapped.First().Value!;
    }
    catch (Exception failed) when (failed is HttpRequestException or TaskCanceledException or IOException or JsonException)
    {
        // Refused, broken off, timed out, or no JSON: all the same to a POS.
    }
    throw new NoAnswer();
}

// Shows why the register could not do it now, and asks the operator.
bool WantsRetry(JsonNode answer)
{
    Show(answer);
    if (Console.IsInputRedirected) return false;
    Console.Error.Write("Try again? (y/n) ");
    return Console.ReadLine()?.Trim().ToLowerInvariant() == "y";
}

static string Code(JsonNode answer) => (string)answer["Result"]!["RC"]!;

// Texts for the operator, and for the log of the POS.
static void Show(JsonNode answer)
{
    var result = answer["Result"]!;
    if ((string?)result["UserMessage"] is { Length: > 0 } message) Console.Error.WriteLine($"Message: {message}");
    if ((string?)result["ErrorCode"] is { Length: > 0 } code) Console.Error.WriteLine($"Log: {code}");
    foreach (var warning in result["Warning"]?.AsArray() ?? []) Console.Error.WriteLine($"Log: {warning}");
}

// Prints the receipt: own lines, every Tag in order, the code.
static void Print(string line, JsonNode answer)
{
    Console.WriteLine($"Receipt {answer["ESR"]?["FN"] ?? answer["ESR"]?["TN"]}");
    Console.WriteLine(line);
    foreach (var tag in answer["Fis"]?["Tag"]?.AsArray() ?? [])
    {
        var label = (string?)tag!["Label"];
        Console.WriteLine(string.IsNullOrEmpty(label) ? (string?)tag["Value"] : $"{label}: {tag["Value"]}");
    }
    if ((string?)answer["Fis"]?["Code"] is { Length: > 0 } code) Console.WriteLine($"QR code: {code}");
}

// Writes a file so that a power cut leaves the old or the new content.
static void Keep(string file, string text)
{
    using (var stream = new FileStream($"{file}.new", FileMode.Create))
    {
        stream.Write(Encoding.UTF8.GetBytes(text));
        stream.Flush(flushToDisk: true);
    }
    File.Move($"{file}.new", file, overwrite: true);
}

// The terminal, as a query has it.
string Terminal() => $"TL={Uri.EscapeDataString(TL)}&TT={Uri.EscapeDataString(TT)}";

// The next number of this terminal: above its own last one, and above what the register has of others.
async Task<string> NextNumber()
{
    var last = File.Exists(numberFile) ? int.Parse(File.ReadAllText(numberFile)) : 0;
    if (await Exchange("GET", $"/find?_=Tra&limit=1rows&{Terminal()}") is JsonArray { Count: > 0 } found
        && int.TryParse((string?)found[0]!["ESR"]!["TN"], out var registered)) last = Math.Max(last, registered);
    var number = (last + 1).ToString();
    Keep(numberFile, number);
    return number;
}

/// <summary>What is sent: route and JSON, its own number, and the line of the POS to print.</summary>
record Transaction(string Route, string Body, string Number, string Line);

/// <summary>The register has not answered: nobody knows whether it has registered.</summary>
class NoAnswer : Exception;
