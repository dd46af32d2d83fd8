#!/bin/bash
# Runs commands of a page in a new Debian system, as its administrator would, with its own processes and network, and times each
# command. Needs root, mmdebstrap and a Debian mirror.
#
#   empty-system.sh FOLDER VERSION.deb COMMANDS
set -euo pipefail
folder=$1 deb=$2 commands=$3

if [[ -z ${IN_NAMESPACE:-} ]]; then
  IN_NAMESPACE=yes exec unshare --mount --pid --fork --kill-child --mount-proc bash "$0" "$@"
fi
mount -t tmpfs tmpfs "$folder"
root=$folder/root
mmdebstrap --quiet --variant=minbase bookworm "$root"
echo 'APT::Get::Assume-Yes "true";' >"$root/etc/apt/apt.conf.d/90yes" # nobody answers questions here
cp /etc/resolv.conf /etc/hosts "$root/etc"
cp "$deb" "$commands" "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cat >"$root/tmp/inside" <<'INSIDE'
set -euo pipefail
cd /tmp
apt-get() { nsenter --net=/proc/self/fd/9 apt-get "$@"; } # only apt-get has the network of this machine
job=
while IFS= read -r line <&8; do
  command=${line//JOB/$job}
  begun=${EPOCHREALTIME/./}
  eval "$command" >/tmp/printed 2>>/tmp/log || {
    cat /tmp/printed /tmp/log
    exit 1
  }
  printf 'done: %5.1f s: %s\n' "$(((${EPOCHREALTIME/./} - begun) / 100000))e-1" "$line"
  tail -n 5 /tmp/printed
  job=$(grep -o '\b[0-9a-z]\{16\}\b' /tmp/printed || echo "$job")
done 8<commands
df --block-size=M --output=used / | tail -1
INSIDE
exec 9</proc/self/ns/net
environment=(PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive)
unshare --net bash -c 'ip link set lo up && exec "$@"' bash env -i "${environment[@]}" chroot "$root" bash /tmp/inside
