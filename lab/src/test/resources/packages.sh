#!/bin/bash
# Installs, starts, upgrades, removes and purges the Debian package, and runs the tar archive, on a copy-on-write view of this system
# with its own processes and network. Needs root, and a JRE on this system.
#
#   packages.sh FOLDER VERSION.deb VERSION.tar.gz
set -euo pipefail
folder=$1 deb=$2 tar=$3

if [[ -z ${IN_NAMESPACE:-} ]]; then
  IN_NAMESPACE=yes exec unshare --mount --pid --net --fork --kill-child bash "$0" "$@"
fi
mount -t tmpfs tmpfs "$folder"
mkdir "$folder"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$folder/root"
root=$folder/root
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
ip link set lo up
cp "$deb" "$root/tmp/new.deb"
cp "$tar" "$root/tmp/new.tar.gz"
cat >"$root/tmp/inside" <<'INSIDE'
set -euo pipefail
export PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive
unset METASCHED_URL METASCHED_TOKEN_FILE METASCHED_JAVA_OPTS MAVEN_OPTS
! command -v mvn >/dev/null || rm "$(command -v mvn)"
cd /tmp
done_with() { echo "done: $1"; }

# Starts a unit as systemd would, with its user, environment and command.
start() {
  local unit=/lib/systemd/system/$1 user environment command
  user=$(sed -n 's/^User=//p' "$unit")
  environment=$(sed -n 's/^Environment="\(.*\)"$/\1/p' "$unit")
  command=$(sed -n 's/^ExecStart=//p' "$unit")
  [[ ! -e /etc/default/metasched-agent ]] || . /etc/default/metasched-agent
  command=${command//'$METASCHED_AGENT_OPTIONS'/$METASCHED_AGENT_OPTIONS}
  env "$environment" setpriv --reuid="${user:-root}" --regid="${user:-root}" --init-groups $command >"/tmp/$1.log" 2>&1 &
}
start_all() {
  start metasched.service
  start metasched-agent.service
  for ((i = 0; i < 120; i++)); do
    metasched nodes >/tmp/nodes 2>&1 && return
    sleep 1
  done
  cat /tmp/nodes /tmp/*.log
  exit 1
}
stop_all() { # only the main processes, as KillMode=process does
  pkill -TERM -f 'metasched.jar (serve|agent)'
  while pgrep -f 'metasched.jar (serve|agent)' >/dev/null; do sleep 0.2; done
}

dpkg-deb -R new.deb old
sed -i 's/^Version: .*/Version: 0.0.1/' old/DEBIAN/control
dpkg-deb -b old old.deb >/dev/null
dpkg -i old.deb >/dev/null
systemd-analyze verify /lib/systemd/system/metasched.service /lib/systemd/system/metasched-agent.service
man -w metasched-submit >/dev/null
[[ -s /usr/share/metasched/conf/monitoring/alerts.yml ]]
done_with installation

start_all
id=$(metasched submit --wait --time 1 -- sh -c 'id -u' | grep -o 'job [0-9a-z]*' | head -1 | cut -d' ' -f2)
((${#id} == 16 && $(metasched logs "$id") >= 70000))
done_with 'a job, as a separate user'

if setpriv --reuid=nobody --regid=nogroup --clear-groups cat /etc/metasched/keys/127.0.0.1/password 2>/dev/null; then exit 1; fi
if setpriv --reuid=nobody --regid=nogroup --clear-groups metasched queue 2>/dev/null; then exit 1; fi
done_with 'no access for other users'

long=$(metasched submit --time 2 -- sh -c 'sleep 25; echo survived' | grep -o '[0-9a-z]\{16\}' | head -1)
until metasched show "$long" | grep -q running; do sleep 0.5; done
echo '# edited here' >>/etc/metasched/service.conf
stop_all
touch -d 2000-01-01 /var/cache/metasched/metasched.jsa.size # an archive of the version before
dpkg --force-confold -i new.deb >/dev/null 2>&1
[[ -s /var/cache/metasched/metasched.jsa && /var/cache/metasched/metasched.jsa.size -nt old.deb ]]
grep -q '# edited here' /etc/metasched/service.conf
start_all
metasched wait "$long"
[[ $(metasched logs "$long") == survived && $(metasched logs "$id") -ge 70000 ]]
done_with 'an upgrade while a job runs'

METASCHED_TOKEN_FILE=/var/lib/metasched/service/tokens/admin metasched backup /tmp/backup.ndjson
metasched check-book /tmp/backup.ndjson
stop_all
rm -r /var/lib/metasched/service/book
metasched restore /tmp/backup.ndjson /etc/metasched/service.conf
chown -R metasched: /var/lib/metasched/service
start_all
metasched show "$long" | grep -q finished
METASCHED_TOKEN_FILE=/var/lib/metasched/service/tokens/admin metasched queue --state finished | grep -q "$id"
done_with 'a backup and its restoration'

stop_all
dpkg -r metasched >/dev/null
[[ ! -e /usr/bin/metasched && -e /etc/metasched/service.conf && -e /var/lib/metasched/service/book ]]
dpkg --purge metasched >/dev/null 2>&1
[[ ! -e /etc/metasched && ! -e /usr/share/metasched && ! -e /var/cache/metasched && -e /var/lib/metasched/service/book ]]
done_with 'removal; the data remains'

tar -xzf new.tar.gz
cd metasched-*/
./metasched --version
[[ -s lib/archive/metasched.jsa ]]
./metasched simulate --cycles 1 --out /tmp/result >/dev/null
./metasched check /tmp/result >/dev/null
done_with 'the tar archive'
INSIDE
exec chroot "$root" /bin/bash /tmp/inside
