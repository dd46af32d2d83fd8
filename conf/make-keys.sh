#!/bin/sh
# Creates the keys by which the JVMs of a cluster authenticate each other (TLS, see cluster.conf): a private authority, and a key for
# each host, signed by the authority. Needs only the keytool of the JDK.
#
#   conf/make-keys.sh FOLDER HOST...
#
# HOST is the value of `host` in cluster.conf or of --host there; further names of the same host follow after commas. Each host gets
# FOLDER/HOST with keystore.p12 (its key), truststore.p12 (the authority) and password: copy FOLDER/HOST to the host, and keep
# FOLDER/authority on a machine without a cluster. More hosts can be added later. METASCHED_TLS_PASSWORD is the password of all stores;
# without it, each host gets its own password in its file.
set -eu
umask 077

fail() {
  echo "make-keys.sh: $1" >&2
  exit 2
}

days=1825

[ $# -ge 2 ] || fail 'allowed is FOLDER HOST..., such as: conf/make-keys.sh conf/keys 127.0.0.1'
keytool=keytool
if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/keytool" ]; then
  keytool=$JAVA_HOME/bin/keytool
fi
command -v "$keytool" >/dev/null 2>&1 || fail 'needs the keytool of a JDK, but the PATH has none'
if [ -n "${METASCHED_TLS_PASSWORD:-}" ] && [ "${#METASCHED_TLS_PASSWORD}" -lt 6 ]; then
  fail 'METASCHED_TLS_PASSWORD: allowed are 6 or more characters'
fi
folder=$1
shift
authority=$folder/authority

# all arguments are checked before the first file is created
for host; do
  case $host in
    authority | '' | ,* | *,,* | *, | -* | .* | *[!A-Za-z0-9.,_-]*)
      fail "HOST: allowed are host names and IPv4 addresses, with commas between those of one host, given was '$host'"
      ;;
  esac
  [ ! -e "$folder/${host%%,*}" ] || fail "$folder/${host%%,*} exists already; nothing was changed"
done

# an incomplete folder is deleted
unfinished=
trap '[ -z "$unfinished" ] || rm -rf "$unfinished"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Creates a folder with a password, unless the environment has it.
begin() {
  mkdir -p "$1"
  if [ -z "${METASCHED_TLS_PASSWORD:-}" ]; then
    od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$1/password"
  fi
}

# Runs the keytool on a store of a folder; the password is never on a command line.
on() {
  store=$1/$2
  if [ -n "${METASCHED_TLS_PASSWORD:-}" ]; then
    set -- "$@" -storepass:env METASCHED_TLS_PASSWORD
  else
    set -- "$@" -storepass:file "$1/password"
  fi
  shift 2
  run "$@" -keystore "$store" -storetype PKCS12
}

run() {
  if ! said=$("$keytool" "$@" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC 2>&1); then
    fail "keytool $1 failed: $(echo "$said" | tail -n 1)"
  fi
}

# Names in the format of a certificate.
names() {
  echo "$1" | tr ',' '\n' | while read -r name; do
    case $name in
      *[!0-9.]*) printf ',dns:%s' "$name" ;;
      *) printf ',ip:%s' "$name" ;;
    esac
  done
}

if [ ! -d "$authority" ]; then
  unfinished=$authority
  begin "$authority"
  on "$authority" keystore.p12 -genkeypair -alias authority -keyalg EC -groupname secp256r1 -validity "$days" \
    -dname 'CN=metasched authority' -ext bc:critical=ca:true,pathlen:0 -ext ku:critical=keyCertSign,cRLSign
  on "$authority" keystore.p12 -exportcert -rfc -alias authority -file "$authority/certificate.pem"
  unfinished=
fi

for host; do
  home=$folder/${host%%,*}
  alternatives=$(names "$host")
  unfinished=$home
  begin "$home"
  on "$home" keystore.p12 -genkeypair -alias host -keyalg EC -groupname secp256r1 -validity "$days" -dname "CN=${host%%,*}"
  on "$home" keystore.p12 -certreq -alias host -file "$home/request.pem"
  on "$authority" keystore.p12 -gencert -rfc -alias authority -validity "$days" -infile "$home/request.pem" \
    -outfile "$home/certificate.pem" -ext "san=${alternatives#,}" -ext ku:critical=digitalSignature \
    -ext eku=serverAuth,clientAuth
  cat "$authority/certificate.pem" >>"$home/certificate.pem"
  on "$home" keystore.p12 -importcert -noprompt -alias host -file "$home/certificate.pem"
  on "$home" truststore.p12 -importcert -noprompt -alias authority -file "$authority/certificate.pem"
  rm "$home/request.pem" "$home/certificate.pem"
  chmod 600 "$home"/*
  unfinished=
done
