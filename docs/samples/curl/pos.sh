#!/bin/sh
# A small POS: it sells, survives lost answers and crashes, takes receipts back and prints
# what it must. Needs a POSIX shell and curl; speaks XML, which a shell can read without help.
#
#   sh pos.sh sale DESCRIPTION TAX_GROUP AMOUNT     sh pos.sh sale Bica B 0.80
#   sh pos.sh void NUMBER REASON                    sh pos.sh void 1 Engano
#   sh pos.sh start                                 only what every start does
#
# REGISTER is the address of the register, POS_STATE the folder for what must survive a crash.
# Ends with 0: registered. 1: not registered. 2: not known yet; start again.
set -u

REGISTER=${REGISTER:-http://localhost:5618}
STATE=${POS_STATE:-pos-state}
# Transaction that was sent and whose answer has not been printed yet: route, number, line to print, body.
OPEN=$STATE/open
# The last number that was given to a transaction.
NUMBER=$STATE/number

TL=1
TT=1
TAX_ID=PT599999993
CFG="<Cfg><Cmp Nam='Padaria Exemplo, Lda' Adr='Rua do Exemplo 12' Zip='1100-123' City='Lisboa' Ctry='PT' TaxId='$TAX_ID'/><Loc TL='$TL'/><Trm TT='$TT' SW='SamplePos' SWVersion='1'/></Cfg>"

# Sends a request: METHOD ROUTE [BODY]. Leaves the answer in $answer, one tag on each line, and its result in
# $rc, whatever the HTTP status is. Fails without an answer of a register: nobody knows whether it has registered.
ask() {
  if [ "$1" = GET ]; then
    answer=
    text=$(curl -sS -m 10 -H 'accept: text/xml' "$REGISTER$2" 2>/dev/null) || return 1
  else
    text=$(curl -sS -m 10 -H 'accept: text/xml' -H 'content-type: text/xml' --data-binary "$3" "$REGISTER$2" 2>/dev/null) || return 1
  fi
  answer=$(printf '%s' "$text" | tr '<' '\n')
  rc=$(printf '%s\n' "$answer" | sed -n 's/^Result RC="\([A-Z]*\)".*/\1/p')
  [ -n "$rc" ]
}

# Value of an attribute of the first tag of its name in the answer: TAG ATTRIBUTE.
attribute() {
  printf '%s\n' "$answer" | sed -n "s/^$1 / /p" | sed -n "1s/.* $2=\"\([^\"]*\)\".*/\1/p" | plain
}

# The terminal, as a query has it.
terminal() {
  printf 'TL=%s&TT=%s' "$(encoded "$TL")" "$(encoded "$TT")"
}

# Introduces company and terminal. A register that has a company already keeps it, and its terminal is used.
introduce() {
  ask GET /cfg || [ -n "$answer" ] || return 1
  company=$(attribute Cmp TaxId)
  if [ -z "$company" ] || [ "$company" = "$TAX_ID" ]; then
    ask POST /cfg "$CFG" || return 1
    show
    [ "$rc" = OK ] || exit 1
    return 0
  fi
  place=$(attribute Loc TL)
  till=$(attribute Trm TT)
  TL=${place:-$TL}
  TT=${till:-$TT}
}

# Asks again after an answer was lost. Nothing is registered twice by it.
ask_again() {
  if [ "$route" = /register ]; then
    ask POST /restart "$body"
    return
  fi
  ask POST "$route" "$body" || return 1
  [ "$rc" = BAD ] || return 0
  # A void that has been registered is refused the second time; then it is there under its own number.
  refused=$answer
  ask GET "/tra?$(terminal)&TN=$number" || return 1
  [ "$rc" = OK ] || answer=$refused
}

# Sends a transaction until it is known what became of it. It is on the disk before.
send() {
  for attempt in 1 2 3 4 5; do
    [ "$attempt" = 1 ] || sleep 0.2 2>/dev/null || sleep 1
    if [ "$lost" = 1 ]; then
      # Once an answer was lost, NO says nothing about the first attempt: it has to be cleared up first.
      ask_again && [ "$rc" != NO ] && return 0
    elif ask POST "$route" "$body"; then
      [ "$rc" = NO ] && wants_retry || return 0
    else
      lost=1
    fi
  done
  return 1
}

# Shows why the register could not do it now, and asks the operator.
wants_retry() {
  show
  [ -t 0 ] || return 1
  printf 'Try again? (y/n) ' >&2
  read -r reply && [ "$reply" = y ]
}

# Registers and prints what $OPEN has; what is not printed yet is done at the next start.
perform() {
  lost=$1
  { IFS= read -r route && IFS= read -r number && IFS= read -r line && IFS= read -r body; } <"$OPEN"
  send || no_answer
  [ "$rc" = NO ] || show
  [ "$rc" = OK ] && print_receipt
  rm "$OPEN"
  [ "$rc" = OK ]
}

# Texts for the operator, and for the log of the POS.
show() {
  printf '%s\n' "$answer" | sed -n 's/^UserMessage>/Message: /p' | plain >&2
  printf '%s\n' "$answer" | sed -n 's/^ErrorCode>/Log: /p; s/^Warning>/Log: /p' | plain >&2
}

# Prints the receipt: own lines, every Tag in order, the code.
print_receipt() {
  name=$(attribute ESR FN)
  printf 'Receipt %s\n' "${name:-$(attribute ESR TN)}"
  printf '%s\n' "$line"
  printf '%s\n' "$answer" |
    sed -n 's/^Tag Label="" .*Value="\([^"]*\)".*/\1/p; s/^Tag Label="\([^"]*\)".* Value="\([^"]*\)".*/\1: \2/p' | plain
  printf '%s\n' "$answer" | sed -n 's/^Code>/QR code: /p' | plain
}

# Texts of XML as they are to be read.
plain() {
  sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&apos;/'"'"'/g; s/&amp;/\&/g'
}

# Text for an attribute of XML.
quoted() {
  printf '%s' "$1" | tr '\n' ' ' | sed "s/&/\&amp;/g; s/</\&lt;/g; s/\"/\&quot;/g; s/'/\&apos;/g"
}

# Bytes as a query has them.
encoded() {
  printf '%s' "$1" | od -An -v -tx1 | tr -d '\n' | sed 's/ /%/g'
}

# Writes a file so that a crash leaves the old or the new content.
keep() {
  cat >"$1.new" && sync && mv "$1.new" "$1"
}

# The next number of this terminal, in $number: above its own last one, and above what the register has of others.
next_number() {
  number=$(cat "$NUMBER" 2>/dev/null || echo 0)
  ask GET "/find?_=Tra&limit=1rows&$(terminal)" || [ -n "$answer" ] || no_answer
  registered=$(attribute ESR TN)
  case $registered in
    '' | *[!0-9]*) ;;
    *) [ "$registered" -le "$number" ] || number=$registered ;;
  esac
  number=$((number + 1))
  echo "$number" | keep "$NUMBER"
}

sale() {
  next_number
  printf '%s\n' /register "$number" "$1 $3" \
    "<Tra><ESR TL='$(quoted "$TL")' TT='$(quoted "$TT")' TN='$number' Opr='1'><PosA><Pos Dsc='$(quoted "$1")' TaxG='$(quoted "$2")' Amt='$(quoted "$3")'/></PosA><PayA><Pay Dsc='Cash' PayG='cash' Amt='$(quoted "$3")'/></PayA></ESR></Tra>" |
    keep "$OPEN"
}

# The void is a transaction with a number of its own.
voiding() {
  next_number
  printf '%s\n' "/register/void?rsn=$(encoded "$2")" "$number" "Receipt $1 is void: $2" \
    "<Tra><SESR TN='$number'/><ESR TL='$(quoted "$TL")' TT='$(quoted "$TT")' TN='$(quoted "$1")'/></Tra>" |
    keep "$OPEN"
}

no_answer() {
  echo 'No answer. What was sent is kept; start again.' >&2
  exit 2
}

command=${1:-}
mkdir -p "$STATE"
introduce || no_answer
[ -f "$OPEN" ] && perform 1
case $command in
  start) exit 0 ;;
  sale) sale "$2" "$3" "$4" ;;
  void) voiding "$2" "$3" ;;
  *)
    echo 'usage: sale DESCRIPTION TAX_GROUP AMOUNT | void NUMBER REASON | start' >&2
    exit 64
    ;;
esac
perform 0 || exit 1
