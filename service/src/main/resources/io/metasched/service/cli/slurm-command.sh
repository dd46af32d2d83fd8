#!/bin/sh
# A command of Slurm, as one request to a metasched service. 'metasched slurm-commands' wrote this file and its links.
# It reads METASCHED_URL, METASCHED_TOKEN_FILE, METASCHED_CA_FILE and METASCHED_SERVICE_USER and uses the sign-in of
# 'metasched login' as metasched does, and repeats a request for METASCHED_PATIENCE seconds (300) while the service, or
# the issuer of the sign-in, cannot be reached.
command=${0##*/}
url=${METASCHED_URL:-@URL@}
url=${url%/}
tokens=${METASCHED_TOKEN_FILE:-@TOKEN_FILE@}
newline='
'

fail() {
  printf '%s: error: %s\n' "$command" "$1" >&2
  exit 1
}

# --- srun: the only task of a job, in place of this process

if [ "$command" = srun ]; then
  while [ $# -gt 0 ]; do
    case $1 in
      -n[!1]* | -n1?* | --ntasks=[!1]* | --ntasks=1?* | -N[!1]* | -N1?* | --nodes=[!1]* | --nodes=1?*)
        fail "$1: a script of sbatch runs on one node and starts one task"
        ;;
      -n | --ntasks | -N | --nodes) [ "$2" = 1 ] || fail "$1 $2: a script of sbatch runs on one node and starts one task" ;;
    esac
    case $1 in
      -V | --version) echo 'slurm 22.05.8' && exit ;;
      -h | --help | --usage)
        [ "$1" = --usage ] && lines=1 || lines=999
        head -n "$lines" <<'END'
@SRUN_HELP@END
        exit
        ;;
      --) shift && break ;;
      @SRUN_VALUES@) shift 2 || fail "option '$1' requires an argument" ;;
      -?*) shift ;;
      *) break ;;
    esac
  done
  [ -n "$SLURM_JOB_ID" ] || fail 'it works inside a job only; sbatch submits a job'
  [ $# -gt 0 ] || fail 'No command given to execute.'
  exec "$@"
fi

# --- the script of sbatch: the first operand, or standard input

find_script() {
  wrapped=
  while [ $# -gt 0 ]; do
    case $1 in
      --wrap | --wrap=* | -V | --version | -h | --help | --usage) wrapped=yes ;;
    esac
    case $1 in
      --) shift && break ;;
      @SBATCH_VALUES@) [ $# -gt 1 ] && shift ;;
      -?*) ;;
      *) break ;;
    esac
    shift
  done
  [ -z "$wrapped" ] || return 0
  if [ $# -eq 0 ]; then
    script=$(base64 -w 0)
    return
  fi
  file=$1
  [ -r "$file" ] || file=$(command -v -- "$1") || file=$1
  [ -f "$file" ] && [ -r "$file" ] || fail "Unable to open file $1"
  case $file in /*) ;; *) file=$PWD/$file ;; esac
  script=$(base64 -w 0 <"$file")
}

script= file=
[ "$command" != sbatch ] || find_script "$@"

# --- the token: that of the sign-in at this service, else that of the token file

text='"\([^"]*\)"'
number='\([0-9]*\)'

# member NAME PATTERN: a value of the stored sign-in
member() {
  sed -n "s/.*\"$1\":$2.*/\1/p" "$tokens.login" 2>/dev/null
}

is_fresh() {
  [ "$(member expires "$number")" -gt $(($(date +%s) + 30)) ] 2>/dev/null
}

# Sets 'token', or 'problem' if the issuer cannot be reached.
find_token() {
  problem=
  service=$(member service "$text")
  if [ -z "$service" ] || [ "${service%/}" != "$url" ]; then
    [ -r "$tokens" ] || fail "the token file $tokens cannot be read (METASCHED_TOKEN_FILE)"
    read -r token <"$tokens"
    return
  fi
  if ! is_fresh; then
    program='@PROGRAM@'
    [ -x "$program" ] || program=$(command -v metasched) ||
      fail 'the access token of the sign-in has ended, and the PATH has no metasched, which renews it'
    problem=$("$program" login --renew --token-file "$tokens" 2>&1)
    case $? in
      0) problem= ;;
      @UNREACHABLE@) problem=${problem#metasched: } ;;
      *) fail "${problem#metasched: }" ;;
    esac
  fi
  token=$(member accessToken "$text")
}

# --- whose process has the port of the service: a job must not get the token

check_port() {
  case $url in http://127.* | http://localhost* | http://\[::1\]*) ;; *) return 0 ;; esac
  [ "$METASCHED_SERVICE_USER" != any ] && [ -r /proc/net/tcp ] || return 0
  port=${url##*:}
  port=${port%%/*}
  case $port in '' | *[!0-9]*) port=80 ;; esac
  if [ -n "$METASCHED_SERVICE_USER" ]; then
    users=$(id -u -- "$METASCHED_SERVICE_USER" 2>/dev/null) || users=$METASCHED_SERVICE_USER
  else
    users="0 $(stat -c %u -- /proc/self "$tokens" 2>/dev/null)"
  fi
  awk -v port="$(printf ':%04X' "$port")" -v users=" $(echo $users) " '
    $4 == "0A" && substr($2, length($2) - 4) == port && !index(users, " " $8 " ") { print $8; exit 1 }
  ' /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

# --- the request, again while the service cannot be reached; sbatch submits one job in any case

left=${METASCHED_PATIENCE:-300}
case $left in
  *[!0-9]* | ??????????*) fail "METASCHED_PATIENCE: allowed is a number of seconds, given was '$left'" ;;
  0) again= ;;
  *) again="; trying again for $left s (METASCHED_PATIENCE)" ;;
esac
command -v curl >/dev/null || fail 'the program curl is missing'
read -r key </proc/sys/kernel/random/uuid
arguments=
[ $# -eq 0 ] || arguments=$(printf '%s\0' "$@" | base64 -w 0)
environment=$(env -0 METASCHED_CLIENT_USER="$(id -un)" METASCHED_CLIENT_UID="$(id -u)" METASCHED_CLIENT_ZONE="$(date +%z)" \
  METASCHED_CLIENT_FOLDER="$PWD" METASCHED_CLIENT_SCRIPT="$file" | base64 -w 0)
away=
[ -z "$script" ] || script=",\"script\":\"$script\""
while :; do
  find_token
  if [ -z "$problem" ]; then
    user=$(check_port) || fail "the port of $url belongs to user $user, not to the service (METASCHED_SERVICE_USER)"
    answer=$(
      printf '{"arguments":"%s","environment":"%s"%s}' "$arguments" "$environment" "$script" |
        curl -s -m 100 --connect-timeout 10 ${METASCHED_CA_FILE:+--cacert "$METASCHED_CA_FILE"} -H @/dev/fd/3 \
          -H 'Content-Type: application/json' -H 'Expect:' --data-binary @- -w '%{http_code}' "$url/v1/slurm/$command" 3<<END
Authorization: Bearer $token
Idempotency-Key: $key
END
    )
    status=${answer#"${answer%???}"}
    answer=${answer%???}
    case $status:$answer in
      000:* | 50[234]:* | 429:*/problems/too-many-requests*) ;;
      *) break ;;
    esac
    problem="Unable to contact the service at $url (METASCHED_URL)"
  fi
  [ -n "$away" ] || printf '%s: error: %s%s\n' "$command" "$problem" "$again" >&2
  away=yes
  [ "$left" -gt 0 ] || exit 1
  left=$((left - 1))
  sleep 1
done

# --- the answer: exit status, lines for standard error, an empty line, text for standard output

if [ "$status" != 200 ]; then
  case $answer in *'"detail":"'*) ;; *) fail "the answer of $url has the status $status (METASCHED_URL)" ;; esac
  detail=${answer#*'"detail":"'}
  fail "$(printf '%s\n' "${detail%%'","instance":'*}" | sed 's/\\\(["\]\)/\1/g')"
fi
code=${answer%%"$newline"*}
answer=${answer#*"$newline"}
while line=${answer%%"$newline"*} && answer=${answer#*"$newline"} && [ -n "$line" ]; do
  printf '%s\n' "$line" >&2
done
printf '%s' "$answer"
[ "${code#* }" != "$code" ] || exit "$code"

# --- sbatch --wait: the end of the job

while sleep 2; do
  ended=$("${0%/*}/sacct" -n -X -P -o State,ExitCode -j "${code#* }") || continue
  case $ended in '' | *PENDING* | *CONFIGURING* | *RUNNING* | *COMPLETING*) continue ;; esac
  worst=0
  for line in $ended; do
    status=${line#*|}
    [ "${status#*:}" = 0 ] && status=${status%:*} || status=$((128 + ${status#*:}))
    case $line in COMPLETED*) ;; *) [ "$status" != 0 ] || status=1 ;; esac
    [ "$status" -le "$worst" ] || worst=$status
  done
  exit "$worst"
done
