"""A small POS: it sells, survives lost answers and crashes, takes receipts back and prints
what it must. Needs Python 3.9 or newer and nothing else.

    python3 pos.py sale DESCRIPTION TAX_GROUP AMOUNT     python3 pos.py sale Bica B 0.80
    python3 pos.py void NUMBER REASON                    python3 pos.py void 1 Engano
    python3 pos.py start                                 only what every start does

REGISTER is the address of the register, POS_STATE the folder for what must survive a crash.
Ends with 0: registered. 1: not registered. 2: not known yet; start again.
"""

import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

REGISTER = os.environ.get("REGISTER", "http://localhost:5618")
STATE = os.environ.get("POS_STATE", "pos-state")
# Transaction that was sent and whose answer has not been printed yet.
OPEN = os.path.join(STATE, "open.json")
# The last number that was given to a transaction.
NUMBER = os.path.join(STATE, "number")

TL = "1"
TT = "1"
CFG = {
    "Cfg": {
        "Cmp": {
            "Nam": "Padaria Exemplo, Lda",
            "Adr": "Rua do Exemplo 12",
            "Zip": "1100-123",
            "City": "Lisboa",
            "Ctry": "PT",
            "TaxId": "PT599999993",
        },
        "Loc": {"TL": TL},
        "Trm": {"TT": TT, "SW": "SamplePos", "SWVersion": "1"},
    }
}


class NoAnswer(Exception):
    """The register has not answered: nobody knows whether it has registered."""


def exchange(method, route, body=None):
    """Sends a request; returns what the answer holds, whatever its HTTP status is."""
    request = urllib.request.Request(
        REGISTER + route,
        method=method,
        headers={"content-type": "application/json", "accept": "application/json"},
        data=None if body is None else json.dumps(body).encode("utf-8"),
    )
    try:
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                text = response.read()
        except urllib.error.HTTPError as refused:
            with refused:
                text = refused.read()
        held = next(iter(json.loads(text).values()))
        if isinstance(held, (dict, list)):
            return held
    except (OSError, http.client.HTTPException, ValueError, AttributeError, StopIteration):
        pass  # Refused, broken off, timed out, or no JSON: all the same to a POS.
    raise NoAnswer


def ask(method, route, body=None):
    """Sends a request; returns the record of the answer, which says what became of it."""
    record = exchange(method, route, body)
    try:
        if isinstance(record["Result"]["RC"], str):
            return record
    except (LookupError, TypeError):
        pass
    raise NoAnswer


def introduce():
    """Introduces company and terminal. A register that has a company already keeps it, and its terminal is used."""
    global TL, TT
    known = exchange("GET", "/cfg")
    company = known.get("Cmp", {}).get("TaxId")
    if company in (None, CFG["Cfg"]["Cmp"]["TaxId"]):
        configured = ask("POST", "/cfg", CFG)
        show(configured)
        return configured["Result"]["RC"] == "OK"
    TL = known.get("Loc", {}).get("TL", TL)
    TT = known.get("Trm", {}).get("TT", TT)
    return True


def terminal():
    """The terminal, as a query has it."""
    return urllib.parse.urlencode({"TL": TL, "TT": TT})


def ask_again(transaction):
    """Asks again after an answer was lost. Nothing is registered twice by it."""
    route, body = transaction["route"], transaction["body"]
    if route == "/register":
        return ask("POST", "/restart", body)
    answer = ask("POST", route, body)
    if answer["Result"]["RC"] != "BAD":
        return answer
    # A void that has been registered is refused the second time; then it is there under its own number.
    found = ask("GET", f"/tra?{terminal()}&TN={transaction['number']}")
    return found if found["Result"]["RC"] == "OK" else answer


def send(transaction, lost):
    """Sends a transaction until it is known what became of it. It is on the disk before."""
    for attempt in range(5):
        if attempt > 0:
            time.sleep(0.2)
        try:
            if lost:
                answer = ask_again(transaction)
            else:
                answer = ask("POST", transaction["route"], transaction["body"])
            # Once an answer was lost, NO says nothing about the first attempt: it has to be cleared up first.
            if answer["Result"]["RC"] != "NO" or (not lost and not wants_retry(answer)):
                return answer
        except NoAnswer:
            lost = True
    raise NoAnswer


def wants_retry(answer):
    """Shows why the register could not do it now, and asks the operator."""
    show(answer)
    if not sys.stdin.isatty():
        return False
    print("Try again? (y/n) ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == "y"


def perform(transaction, lost=False):
    """Registers and prints a transaction; what is not printed yet is done at the next start."""
    if not lost:
        keep(OPEN, json.dumps(transaction))
    answer = send(transaction, lost)
    code = answer["Result"]["RC"]
    if code != "NO":
        show(answer)
    if code == "OK":
        print_receipt(transaction["lines"], answer)
    os.remove(OPEN)
    return code == "OK"


def show(answer):
    """Texts for the operator, and for the log of the POS."""
    result = answer["Result"]
    if result.get("UserMessage"):
        print("Message:", result["UserMessage"], file=sys.stderr)
    for text in [result.get("ErrorCode"), *result.get("Warning", [])]:
        if text:
            print("Log:", text, file=sys.stderr)


def print_receipt(lines, answer):
    """Prints the receipt: own lines, every Tag in order, the code."""
    esr, fis = answer.get("ESR", {}), answer.get("Fis", {})
    print("Receipt", esr.get("FN") or esr.get("TN"))
    for line in lines:
        print(line)
    for tag in fis.get("Tag", []):
        print(f"{tag['Label']}: {tag['Value']}" if tag["Label"] else tag["Value"])
    if fis.get("Code"):
        print("QR code:", fis["Code"])
    sys.stdout.flush()


def keep(name, text):
    """Writes a file so that a power cut leaves the old or the new content."""
    with open(name + ".new", "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(name + ".new", name)


def next_number():
    """The next number of this terminal: above its own last one, and above what the register has of others."""
    last = 0
    if os.path.exists(NUMBER):
        with open(NUMBER, encoding="utf-8") as file:
            last = int(file.read())
    found = exchange("GET", "/find?_=Tra&limit=1rows&" + terminal())
    if isinstance(found, list) and found:
        registered = found[0]["ESR"]["TN"]
        last = max(last, int(registered) if registered.isdecimal() else 0)
    number = str(last + 1)
    keep(NUMBER, number)
    return number


def sale(description, tax_group, amount):
    number = next_number()
    esr = {
        "TL": TL,
        "TT": TT,
        "TN": number,
        "Opr": "1",
        "PosA": [{"_": "Pos", "Dsc": description, "TaxG": tax_group, "Amt": amount}],
        "PayA": [{"_": "Pay", "Dsc": "Cash", "PayG": "cash", "Amt": amount}],
    }
    body = {"Tra": {"ESR": esr}}
    return {"route": "/register", "body": body, "number": number, "lines": [f"{description} {amount}"]}


def voiding(original, reason):
    """The void is a transaction with a number of its own."""
    number = next_number()
    body = {"Tra": {"SESR": {"TN": number}, "ESR": {"TL": TL, "TT": TT, "TN": original}}}
    route = "/register/void?rsn=" + urllib.parse.quote(reason)
    return {"route": route, "body": body, "number": number, "lines": [f"Receipt {original} is void: {reason}"]}


def main(command="", *args):
    os.makedirs(STATE, exist_ok=True)
    if not introduce():
        return 1
    if os.path.exists(OPEN):
        with open(OPEN, encoding="utf-8") as file:
            transaction = json.load(file)
        perform(transaction, lost=True)
    if command == "start":
        return 0
    if command not in ("sale", "void"):
        sys.exit("usage: sale DESCRIPTION TAX_GROUP AMOUNT | void NUMBER REASON | start")
    return 0 if perform(sale(*args) if command == "sale" else voiding(*args)) else 1


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stderr.reconfigure(encoding="utf-8")
    try:
        sys.exit(main(*sys.argv[1:]))
    except NoAnswer:
        print("No answer. What was sent is kept; start again.", file=sys.stderr)
        sys.exit(2)
