#!/bin/sh
# Supervises one part of a job: POSIX sh, one process tree for each part. docs/agents.md describes the guarantees.
#
#   run.sh run FOLDER      starts the part with this folder, waits for its end, stores its exit status in the folder
#   run.sh cancel FOLDER   ends the part, for use without an agent
#   run.sh sweep FOLDER    kills remaining processes of a part that had no PID namespace
#   run.sh probe           prints the capabilities of this machine
#   run.sh batch FOLDER    runs the part as the script of a batch job, which waits for the order to start
#   run.sh relay FOLDER NAME BYTES BYTES    (on a node) connects the folder, which must have this name, to the agent
#   run.sh check FOLDER    (inside) continues only while the supervisor lives
#   run.sh init FOLDER     (inside) the first process of the part
#
# The folder is the protocol: settings, launch and work/ exist before the start; started is created exactly once, and
# then supervisor.PID, job, ended and exit. This script sends no requests to the agent.
#
# Most of the time of this script is spent on starting programs, so it starts as few as possible.
set -u
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
LC_ALL=C
export LC_ALL
umask 077

# exit statuses of a supervisor that did not start its part
ALREADY_STARTED=3
NOT_STARTED=4
TOO_LATE=5
DISK_FULL=6

# longest sleep in ms: bounds the delay until a changed clock, or a suspended machine, is noticed
LONGEST=10000

die() {
  echo "run.sh: $2" >&2
  exit "$1"
}

# Sets the time of day in ms, and the uptime in units of 10 ms, which is read first: their difference to later values is
# never too small.
now() {
  uptime
  before=$uptime
  now=$(date +%s%3N)
  case $now in
    *[!0-9]*) now=$(date +%s)000 ;;
  esac
}

# Writes a line atomically, after other files are on the disk. The space for the line was allocated
# beforehand, so that the line is not lost on a full disk.
put() {
  name=$1
  printf '%s\n' "$2" 1<>"$name.tmp" || return
  shift 2
  sync -d "$name.tmp" "$@" && mv "$name.tmp" "$name"
}

# the time since boot in units of 10 ms, without another program
uptime() {
  read -r uptime _ </proc/uptime
  uptime=${uptime%.*}${uptime#*.}
}

enter() {
  cd "$1" || die $NOT_STARTED "$1: cannot change to this folder"
  network=host # settings of earlier versions lack these
  ipc=
  begin=0
  at= # start in a batch job
  token=
  node= # whether the folder is on a node, where the agent cannot access it
  ending=
  # shellcheck source=/dev/null
  . ./settings || die $NOT_STARTED "$1/settings: cannot be read"
}

# ends a supervisor that could not write a file and has not started its part
refuse() {
  status=$NOT_STARTED
  case $(dd if=/dev/zero of="full.$$" bs=4k count=1 2>&1) in
    *'No space left'* | *'quota exceeded'*) status=$DISK_FULL ;;
  esac
  rm -f "full.$$" "supervisor.$$"
  exit $status
}

# identity of this process: a number alone may be reused
identify() {
  read -r line </proc/$$/stat
  read -r boot </proc/sys/kernel/random/boot_id
  # shellcheck disable=SC2086 # split on purpose; the text before ')' may contain blanks
  set -- ${line##*) }
  identity="$$ ${20} $boot"
}

# Signals every process of the part. In a separate namespace, these are all visible processes except this process and
# init. Without a namespace, these are the processes with the run folder in their environment, because another agent may
# have runs with the same ids.
everyone() {
  if [ "$namespace" != none ]; then
    [ $$ = 1 ] && kill -s "$1" -- -1 2>/dev/null
  else
    for environ in $(grep -lszxFe "METASCHED_FOLDER=$folder" /proc/[0-9]*/environ); do
      pid=${environ#/proc/}
      kill -s "$1" "${pid%/environ}" 2>/dev/null
    done
  fi
}

sweep() {
  tries=0
  while [ $tries -lt 50 ] && [ -n "$(grep -lszxFe "METASCHED_FOLDER=$folder" /proc/[0-9]*/environ)" ]; do
    everyone KILL
    tries=$((tries + 1))
    [ $tries -lt 3 ] || sleep 0.1
  done
}

# --- outside the namespace ---------------------------------------------------------------------------------------

# Copies without delay, up to the limit. Further output is dropped and marked: beyond the limit (the signal XFSZ), or
# lost, as on a full disk. The mark is a file that was created beforehand.
cap() {
  (ulimit -f "$output" && exec cat >"$1") 2>/dev/null
  case $? in
    0) return ;;
    153) mark "$1" truncated ;;
    *) mark "$1" lost ;;
  esac
  cat >/dev/null
}

mark() {
  mv "$1.tmp" "$1.$2" 2>/dev/null || : >"$1.$2"
}

guarded() {
  # shellcheck disable=SC2086 # the last two are empty outside of batch jobs
  if [ "$death" = yes ]; then
    setpriv --pdeathsig KILL sh "$0" check "$PWD" $$ $at $token
  else
    sh "$0" check "$PWD" $$ $at $token
  fi
}

# Becomes init of the part. The parent is checked after the kernel was set to kill this process
# together with its parent, so that no part outlives its supervisor.
check() {
  [ "$PPID" = "$2" ] || exit $NOT_STARTED
  options="--pid --ipc --fork --kill-child"
  [ "$proc" = no ] || options="$options --mount --mount-proc"
  [ "$network" != none ] || options="$options --net"
  # shellcheck disable=SC2086 # empty outside of batch jobs
  set -- sh "$0" init "$1" $at $token
  # shellcheck disable=SC2086 # options are split on purpose
  case $namespace:$network in
    privileged:/*) exec nsenter --net="$network" unshare $options "$@" ;;
    privileged:*) exec unshare $options "$@" ;;
    # the privilege to bring up the loopback interface, which the command does not get
    user:none) exec unshare --user --map-current-user --keep-caps $options "$@" ;;
    user:*) exec unshare --user --map-current-user $options "$@" ;;
    *) exec "$@" ;;
  esac
}

supervise() {
  # a shutdown signals all processes; the part ends by its own signal, and its status is still written
  trap ending=yes HUP INT QUIT TERM
  now
  [ "$now" -lt "$end" ] || exit $TOO_LATE
  identify
  printf '%s .\n' "$identity" >"supervisor.$$" || refuse
  # an existing file is not opened
  set -C
  if [ -z "$at" ] && ! true 2>/dev/null >started; then
    [ -e started ] || refuse
    rm -f "supervisor.$$"
    exit $ALREADY_STARTED
  fi
  set +C
  # from here on, the part counts as started, but only after the file is on the disk
  [ -n "$at" ] || sync . || refuse
  mkfifo -m 600 control cause out err || refuse
  [ -z "$cgroup" ] || make_cgroup
  cap stdout <out &
  first=$!
  cap stderr <err &
  second=$!
  guarded 8>out 9>err 2>>log
  status=$?
  [ "$namespace" != none ] || sweep
  [ -z "$cgroup" ] || leave_cgroup
  wait $first
  wait $second
  [ -z "$at" ] || has_run || exit $status
  now
  put exit "$status $now" stdout stderr 2>/dev/null && return
  for stream in stdout stderr; do
    sync -d $stream 2>/dev/null || mark $stream lost
  done
  until put exit "$status $now"; do
    sleep 1
  done
}

make_cgroup() {
  mkdir -p "$cgroup" 2>/dev/null || return
  [ -z "$memory" ] || { echo "$memory" >"$cgroup/memory.max" && echo 0 >"$cgroup/memory.swap.max"; } 2>/dev/null
  [ -z "$processes" ] || echo "$processes" >"$cgroup/pids.max" 2>/dev/null
}

# kills remaining processes; stores the usage, and whether lack of memory ended the part
leave_cgroup() {
  [ -d "$cgroup" ] || return
  echo 1 >"$cgroup/cgroup.kill" 2>/dev/null
  if [ $status = 137 ] && [ ! -e ended ] && grep -Eqs '^oom_kill [1-9]' "$cgroup/memory.events"; then
    put ended outOfMemory
  fi
  {
    cat "$cgroup/cpu.stat"
    sed 's/^/memory_peak /' "$cgroup/memory.peak"
  } >usage 2>/dev/null
  rmdir "$cgroup" 2>/dev/null || { sleep 0.1 && rmdir "$cgroup" 2>/dev/null; }
}

# --- inside the namespace ----------------------------------------------------------------------------------------

# Bounds shared memory, messages and semaphores of System V, which belong to the namespace and are not counted for any
# process. Only root may set these bounds; the values of the machine itself do not change.
bound_ipc() {
  [ "$namespace" = privileged ] && [ -n "$ipc" ] || return 0
  {
    echo "$ipc" >/proc/sys/kernel/shmall
    echo 64 >/proc/sys/kernel/msgmni
    echo 32000 32000 500 128 >/proc/sys/kernel/sem
  } 2>/dev/null || :
}

# The first process: waits for the command in the foreground, so that all signals of the command have their
# defaults, and ends with its status; the kernel then kills all other processes of the namespace.
init() {
  [ -z "$cgroup" ] || echo 0 >"$cgroup/cgroup.procs" 2>/dev/null
  [ "$network" != none ] || ip link set lo up
  [ ! -e extras ] || mount -a -T extras
  [ ! -e mounts ] || mount -a -T mounts || {
    echo 'private temporary folders cannot be mounted' >&9
    exit 126
  }
  bound_ipc
  # Open as long as the part lives: after "job" exists, control may be written. Opened for reading only, because the end
  # of file in control wakes the watch.
  exec 5<>control 3<control 4<>cause 5>&-
  # on a busy machine, this point may be late: after the window, nothing starts
  now
  # closed inside the child: a redirection of the whole call would leave copies open in the child
  (
    exec 8>&- 9>&-
    watch
  ) &
  watcher=$!
  [ -n "$at" ] || await_start
  [ -z "$at" ] || gate || {
    kill -s KILL $watcher 2>/dev/null
    exit $TOO_LATE
  }
  if [ -e cancel ]; then
    # the watch may have signalled before the command existed
    echo cancelled >&4
    status=143
  elif [ "$now" -lt "$end" ] && begin; then
    (
      # if memory is short, the command is killed before processes that are not jobs
      { echo 500 >/proc/self/oom_score_adj; } 2>/dev/null
      # the kernel forbids user namespaces in a separate root, even if it is a mount of the machine's root
      set --
      # shellcheck disable=SC2016 # for the shell inside
      [ ! -d root ] || set -- chroot ../root sh -c 'cd "$0" && exec "$@"' "$PWD/work"
      cd work && exec setsid "$@" $drop sh <../launch >&8 2>&9 3>&- 4>&- 8>&- 9>&-
    )
    status=$?
    echo exited >&4
  else
    echo timelimit >&4
    status=143
  fi
  kill -s KILL $watcher 2>/dev/null
  # the watch may have written another cause earlier
  read -r cause <&4
  [ "$cause" = exited ] || leave "$cause"
  exit $status
}

# Waits for the ordered instant: the agent starts this script shortly before it, by the same clock.
await_start() {
  start=0
  [ ! -e start ] || read -r start <start
  [ "$start" -gt "$begin" ] || start=$begin
  [ "$now" -ge "$start" ] || [ $((start - now)) -gt 1000 ] || await "$start"
}

# Writes why the part was ended, after all its processes are killed: on a stalled disk, writing may take long.
leave() {
  everyone KILL
  [ -e ended ] || put ended "$1" 2>/dev/null
}

# Writes that the part begins. A stalled disk may delay the write until the window is over: the time since boot shows
# the delay, rounded up.
begin() {
  printf '%s .\n' "$now" >job
  uptime
  [ $((now + 10 * (uptime - before + 1))) -lt "$end" ]
}

# Enforces the time limit and reads commands of the agent. The watch dies with the namespace, so it cannot signal other
# processes.
watch() {
  timer=
  longest=$LONGEST
  [ "$namespace" != none ] || longest=1000
  [ -z "$at" ] || longest=500
  heeded=0
  phase=warn
  [ -n "$warn" ] || phase=term
  last=$end
  trap 'stop cancelled' TERM
  [ ! -e cancel ] || stop cancelled
  while :; do
    follow
    look
    set_timer
    verb=
    argument=
    # an end of file means that the timer has ended; waiting for the timer prevents another end of file
    read -r verb argument <&3 || end_timer
    # commands are also in files, because a pipe may be full
    [ ! -e limit ] || { grace=0 && stop machineLimit; }
    [ ! -e cancel ] || stop cancelled
    case $verb in
      cancel) stop cancelled ;;
      limit) grace=0 && stop machineLimit ;;
      signal) pass "$argument" ;;
    esac
    [ -z "$at" ] || heed
    now
  done
}

# Performs the orders that its agent, on another machine, has appended since the last time.
heed() {
  line=0
  while read -r verb argument; do
    line=$((line + 1))
    [ $line -gt $heeded ] || continue
    heeded=$line
    case $verb in
      cancel) stop cancelled ;;
      signal) pass "$argument" ;;
    esac
  done <orders
}

# Without a namespace, the kernel ends only init if the supervisor is killed: other processes are ended here.
follow() {
  [ "$namespace" = none ] || return 0
  read -r line </proc/self/stat
  # shellcheck disable=SC2086 # split on purpose
  set -- ${line##*) }
  [ "$2" != $$ ] || return 0
  sweep
  exit 0
}

# performs due steps, and computes the next instant
look() {
  if [ $phase = warn ]; then
    due=$((end - warn))
    [ "$now" -lt $due ] || { everyone USR1 && phase=term; }
  fi
  if [ $phase = term ]; then
    due=$((end - grace))
    [ "$now" -lt $due ] || stop timelimit
  fi
  if [ $phase = kill ]; then
    due=$last
    [ "$now" -lt "$due" ] || everyone KILL
  fi
}

# Init receives the cause before the signal is sent, and writes the cause: a stalled disk does not delay the signal.
stop() {
  [ $phase != kill ] || return 0
  phase=kill
  echo "$1" >&4
  everyone TERM
  now
  last=$((now + grace))
  [ "$last" -le "$end" ] || last=$end
}

pass() {
  case $1 in
    HUP | INT | QUIT | USR1 | USR2 | ALRM | TERM | CONT | STOP | WINCH) everyone "$1" ;;
  esac
}

end_timer() {
  wait "$timer" 2>/dev/null
  timer=
}

# The timer is a program that has control open for writing: when it ends, the watch reads an end of file from control.
# The timer is ended by KILL, because a stopped part stops the timer, too.
set_timer() {
  [ -z "$timer" ] || kill -s KILL "$timer" 2>/dev/null
  pause=$((due - now))
  [ $pause -le $longest ] || pause=$longest
  [ $pause -ge 10 ] || pause=50
  in_seconds $pause
  exec 5>control
  sleep "$seconds" &
  timer=$!
  exec 5>&-
}

# converts ms into an argument of sleep
in_seconds() {
  part=$(($1 % 1000))
  case $part in
    ?) part=00$part ;;
    ??) part=0$part ;;
  esac
  seconds=$(($1 / 1000)).$part
}

# --- as the script of a batch job --------------------------------------------------------------------------------

# Waits for the order to start, and prepares everything until then. Without an order, nothing starts. The agent
# appends orders to a file that exists: a shared file system may show a new file after a minute only, but shows the content
# of a known file when it is opened. USR2 ends the wait early.
batch() {
  trap : USR2
  if [ -n "$node" ]; then
    printf '%s\n' $$ >batch
    trap 'finish $?' EXIT
    trap 'ending=yes && exit $NOT_STARTED' TERM
  fi
  death=no
  can setpriv --pdeathsig KILL true && death=yes
  { ulimit -u "$processes" || ulimit -p "$processes"; } 2>/dev/null
  token=${SLURM_JOB_ID:-0}.$$
  now
  put ready "$now" || refuse
  [ -z "$node" ] || poke relay USR1
  until ordered; do
    now
    [ "$now" -le $((begin + tolerance)) ] || exit $TOO_LATE
    sleep 0.5 &
    wait $!
  done
  [ "$at" -gt "$begin" ] || at=$begin
  await $((at - 400))
  supervise
  exit "$status"
}

# reads the order to start, if it is there
ordered() {
  while read -r verb argument; do
    [ "$verb" != start ] || at=$argument
  done <orders
  [ -n "$at" ]
}

# Waits until shortly before the start, makes sure that no other process has started the part or refused it, and waits for
# the instant.
gate() {
  death=no
  can setpriv --pdeathsig KILL true && drop='setpriv --pdeathsig=KILL'
  # signals of the resource manager reach all processes; the watch ends the command
  trap : HUP INT QUIT TERM USR1 USR2
  await $((at - 100))
  [ "$now" -le $((at + tolerance)) ] || return
  # a link is exclusive as well, and has its content on a full disk, too
  { echo "$token" >"started.$token"; } 2>/dev/null || refuse
  # a file server may have made the link although its reply was lost
  if ! ln "started.$token" started 2>/dev/null && ! has_claimed; then
    [ ! -e started ] || return
    refuse
  fi
  # nothing starts after a cancellation, which may have ended sync
  sync started . || [ -e cancel ] || return
  await "$at"
}

# Returns whether this process has claimed the part.
has_claimed() {
  other=
  { read -r other <started; } 2>/dev/null
  [ "$other" = "$token" ]
}

# Returns whether this process may have started the part. If its claim could not be stored, nothing was started.
has_run() {
  has_claimed && { [ $status != $TOO_LATE ] || [ -e job ]; }
}

# Waits until the agent has the end and the output of the part, or its window is over, and removes the folder. A script
# that has not started its part ends by the signal USR1, which differs from all exit statuses.
finish() {
  trap - EXIT
  trap ending=now TERM
  [ -e exit ] || put unstarted "$1"
  now
  last=$((now + 2000))
  [ -n "$ending" ] || [ "$last" -ge "$end" ] || last=$end
  until [ -e fetched ] || [ "$ending" = now ] || [ "$now" -ge "$last" ]; do
    poke relay USR1
    sleep 1 &
    wait $!
    now
  done
  [ -e exit ] || status=
  # the command may have left folders in which nothing can be deleted
  cd / && { rm -rf "$folder" || { chmod -R u+rwx "$folder" && rm -rf "$folder"; }; } 2>/dev/null
  [ -n "$status" ] || kill -s USR1 $$
  exit "$status"
}

# signals the process whose id is in a file
poke() {
  [ -e "$1" ] && read -r pid <"$1" && kill -s "$2" "$pid" 2>/dev/null
}

# --- between a node and the agent --------------------------------------------------------------------------------

# Prints the time every 5 s, and the files and the output of the part, and appends the orders that it reads. The agent has
# the first bytes of the output already. The end of the part is printed after everything else. A signal that ends the part does not end this.
relay() {
  trap : USR1 TERM
  printf '%s\n' $$ >relay
  rm -f counted
  exec 3<&0
  follow_orders <&3 &
  follower=$!
  told=
  counted=
  uptime
  beat=$uptime
  while read -r newest <relay && [ "$newest" = $$ ]; do
    uptime
    [ "$uptime" -lt "$beat" ] || {
      now
      echo "relay $now"
      beat=$((uptime + 500))
    }
    { read -r count <counted; } 2>/dev/null && [ "$count" != "$counted" ] && counted=$count && echo "orders $count"
    last=
    [ ! -e exit ] && [ ! -e unstarted ] || last=yes
    for name in ready started job; do
      tell $name
    done
    tell_output stdout "$stdout"
    stdout=$size
    tell_output stderr "$stderr"
    stderr=$size
    if [ -n "$last" ]; then
      for name in stdout.truncated stdout.lost stderr.truncated stderr.lost ended exit unstarted; do
        tell $name
      done
    fi
    sleep 1 &
    wait $!
  done
  kill -s KILL $follower
}

# prints the line of a file once
tell() {
  case $told in
    *" $1 "*) return ;;
  esac
  [ -e "$1" ] || return
  line=
  read -r line <"$1"
  printf 'file %s %s\n' "$1" "$line"
  told="$told $1 "
}

# prints the output after the first bytes
tell_output() {
  size=$2
  [ -e "$1" ] || return
  total=$(stat -c %s "$1")
  while [ "$size" -lt "$total" ]; do
    piece=$((total - size))
    [ $piece -le 65536 ] || piece=65536
    printf '%s %s\n' "$1" $piece
    tail -c +$((size + 1)) "$1" | head -c $piece
    size=$((size + piece))
  done
}

# appends orders until the agent ends the connection, and counts all orders
follow_orders() {
  count=0
  while read -r line; do
    count=$((count + 1))
  done <orders
  echo $count >counted
  kill -s USR1 $$
  while read -r line; do
    if [ "$line" = fetched ]; then
      : >fetched
    else
      [ "$line" != cancel ] || : >cancel
      printf '%s\n' "$line" >>orders
      count=$((count + 1))
      echo $count >counted
      kill -s USR1 $$
    fi
    poke batch USR2
    [ "$line" != cancel ] || poke batch TERM
  done
  kill -s KILL $$
}

# sleeps until an instant
await() {
  now
  while [ "$now" -lt "$1" ]; do
    pause=$(($1 - now))
    [ $pause -le 1000 ] || pause=1000
    in_seconds $pause
    sleep "$seconds"
    now
  done
}

# --- without a part ----------------------------------------------------------------------------------------------

can() {
  "$@" >/dev/null 2>&1
}

probe() {
  death=no
  can setpriv --pdeathsig KILL true && death=yes
  namespace=none
  proc=no
  net=no
  tmp=no
  if can unshare --pid --ipc --fork --kill-child true; then
    namespace=privileged
    can unshare --pid --ipc --fork --kill-child --mount --mount-proc true && proc=yes
    can unshare --mount mount --bind / / && mount --help 2>/dev/null | grep -qe --fstab && tmp=$proc
    can unshare --net ip link set lo up && net=yes
  elif [ "$(id -u)" != 0 ] && can unshare --user --map-current-user --pid --ipc --fork --kill-child true; then
    namespace=user
    can unshare --user --map-current-user --pid --ipc --fork --kill-child --mount --mount-proc true && proc=yes
    can unshare --user --map-current-user --keep-caps --net ip link set lo up && net=yes
  fi
  privileges=no
  can setpriv --no-new-privs true && privileges=yes
  # whether this process was started with ignored signals, and they can be reset
  signals=no
  while read -r name value; do
    [ "$name" = SigIgn: ] || continue
    case $value in
      *[!0]*) can env --default-signal true && signals=yes ;;
    esac
  done </proc/$$/status
  echo "uid=$(id -u)"
  echo "death=$death"
  echo "namespace=$namespace"
  echo "proc=$proc"
  echo "net=$net"
  echo "tmp=$tmp"
  echo "privileges=$privileges"
  echo "signals=$signals"
  for tool in setsid mkfifo sync mv mkdir rm date sleep grep cat id find du; do
    command -v $tool >/dev/null || echo "missing=$tool"
  done
}

main() {
  verb=$1
  case $verb in
    probe) probe ;;
    *) enter "$2" ;;
  esac
  case $verb in
    run) supervise ;;
    batch) batch ;;
    check)
      at=${4-}
      token=${5-}
      check "$2" "$3"
      ;;
    init)
      at=${3-}
      token=${4-}
      init
      ;;
    sweep) sweep ;;
    relay)
      [ "$folder" = "$3" ] || die $NOT_STARTED "$3 is the folder of another part"
      stdout=$4
      stderr=$5
      relay
      ;;
    cancel)
      : >cancel
      [ ! -p control ] || echo cancel 1<>control
      ;;
  esac
}

main "$@"
exit
