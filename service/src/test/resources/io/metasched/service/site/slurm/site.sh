# Keeps the daemons of a Slurm for tests: sh site.sh FOLDER
# FOLDER has slurm.conf, cgroup.conf and munge/key. Standard input has commands, one per line, each answered by one line:
#   start NAME    starts munged, mariadb, slurmdbd, slurmctld or the slurmd of a node; answered by "started NAME"
#   kill NAME     kills this process with kill -9; answered by "killed NAME"
#   stop NAME     terminates this process, and waits for its end; answered by "stopped NAME"
#   crash NODE    kills the slurmd of a node and all processes of its jobs; answered by "crashed NODE"
#   boot NODE     starts the slurmd of a node with a new boot time; answered by "booted NODE"
# At the end of the input, even if its writer was killed, all daemons and jobs are killed and the folder is removed.
# Run the script as the first process of a PID namespace; elsewhere, it finds the processes by their environment.
folder=$1
SLURM_CONF=$folder/slurm.conf
export SLURM_CONF

launch() { # name, command...
  name=$1
  shift
  "$@" </dev/null >>"$folder/log/$name.out" 2>&1 &
  eval "pid_$name=$!"
}

start() {
  case $1 in
    munged)
      launch munged munged --foreground --num-threads 2 --key-file "$folder/munge/key" --socket "$folder/munge/socket" \
        --pid-file "$folder/munge/pid" --seed-file "$folder/munge/seed" --log-file "$folder/log/munged" ;;
    mariadb)
      launch mariadb mariadbd --no-defaults --user=root --datadir="$folder/db" --socket="$folder/db.sock" --skip-networking \
        --pid-file="$folder/db.pid" --innodb-buffer-pool-size=64M ;;
    slurmdbd) MYSQL_UNIX_PORT=$folder/db.sock launch slurmdbd slurmdbd -D ;;
    slurmctld) launch slurmctld slurmctld -D -f "$SLURM_CONF" ;;
    *) launch "$1" slurmd -D -N "$@" -f "$SLURM_CONF" ;;
  esac
}

# a child that was not waited for keeps its pid, so that no other process can have it
end() { # name, signal
  eval "pid=\$pid_$1"
  kill -s "$2" "$pid"
  wait "$pid" 2>/dev/null || true
}

# prints a process and its descendants
family() {
  echo "$1"
  for child in $(pgrep -P "$1"); do
    family "$child"
  done
}

# Kills a node as a loss of power does: its processes are stopped first, so that none reports the end of another.
crash() {
  eval "pid=\$pid_$1"
  for signal in STOP STOP KILL; do
    all=$pid
    for job in "$folder/spool/$1"/job*; do
      id=$(expr "${job##*/job}" : '0*\(.*\)')
      for step in $(pgrep -f "^slurmstepd: \[$id\."); do
        all="$all $(family "$step")"
      done
    done
    kill -s $signal $all
  done
  wait "$pid" 2>/dev/null || true
}

# kills everything that has SLURM_CONF of this folder, until nothing is left
sweep() {
  for round in 1 2 3 4 5 6 7 8 9 10; do
    left=
    for process in /proc/[0-9]*; do
      pid=${process#/proc/}
      if [ "$pid" != $$ ] && grep -qsF "SLURM_CONF=$SLURM_CONF" "$process/environ"; then
        left=yes
        kill -KILL "$pid" 2>/dev/null
      fi
    done
    [ -n "$left" ] || return
    sleep 0.1
  done
}

trap '' HUP INT TERM
while read -r verb name; do
  case $verb in
    start) start "$name" && echo "started $name" ;;
    kill) end "$name" KILL && echo "killed $name" ;;
    stop) end "$name" TERM && echo "stopped $name" ;;
    crash) crash "$name" && echo "crashed $name" ;;
    boot) start "$name" -b && echo "booted $name" ;;
  esac
done
if [ $$ = 1 ]; then
  kill -KILL -1 2>/dev/null
  wait 2>/dev/null
else
  sweep
fi
rm -rf "$folder"
