package io.metasched.lab.campaign;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Job of a schedule: a shell command that writes its start, its heartbeats and its end to a
 * separate file for each run.
 *
 * @param name unique name in the schedule
 * @param nodes number of parts
 * @param workMillis booked duration in milliseconds
 * @param beats number of heartbeats, about 0.1 s apart
 * @param status exit status
 * @param stubborn whether it ignores TERM
 * @param requeue whether it is requeued after the loss of a node
 */
record JobDraft(
    String name,
    int nodes,
    long workMillis,
    int beats,
    int status,
    boolean stubborn,
    boolean requeue) {
  // bash has builtins for time and waiting; in another shell, each needs a process
  private static final Path BASH = Path.of("/bin/bash");
  private static final String COMMAND =
      """
      %sfile=$1/$METASCHED_JOB_ID.$METASCHED_ATTEMPT.$METASCHED_PART
      if [ "${EPOCHREALTIME:-}" ]; then
        LC_ALL=C
        now() { now=$EPOCHREALTIME; now=${now%%.*}${now#*.}000; }
        pause() { read -r -t 0.1 -u 3; }
      else
        now() { now=$(date +%%s%%N); }
        pause() { sleep 0.1; }
      fi
      say() { what=$1; shift; now; echo "$what $now${1:+ $1}" >>"$file"; }
      trap : USR1
      say start "$METASCHED_NODE"
      [ -z "${EPOCHREALTIME:-}" ] || eval 'exec 3<> <(:)'
      i=0
      while [ $i -lt $2 ]; do pause; say beat; i=$((i + 1)); done
      say end "$3"
      exit "$3"
      """;

  /** Draws a job with up to {@code mostNodes} nodes. */
  static JobDraft draw(RandomGenerator random, String name, int mostNodes) {
    long work = 1500 + 100L * random.nextInt(20);
    boolean overruns = random.nextInt(10) == 0;
    int most = (int) (work / 300);
    return new JobDraft(
        name,
        random.nextInt(3) == 0 ? 1 + random.nextInt(mostNodes) : 1,
        work,
        overruns ? 1000 : 1 + random.nextInt(most),
        random.nextInt(3) == 0 ? 1 + random.nextInt(100) : 0,
        random.nextInt(6) == 0,
        random.nextInt(4) == 0);
  }

  /** Returns the body of its submission. */
  ObjectNode body(Path runs) {
    var job = JsonNodeFactory.instance.objectNode();
    job.put("name", name).put("nodes", nodes);
    job.putObject("work").put("duration", Duration.ofMillis(workMillis).toString());
    job.put("onNodeLoss", requeue ? "requeue" : "fail");
    var run = job.putObject("run").put("grace", "PT0.5S");
    var script = COMMAND.formatted(stubborn ? "trap '' TERM\n" : "");
    var shell = Files.isExecutable(BASH) ? BASH.toString() : "sh";
    List.of(shell, "-c", script, "job", runs.toString(), "" + beats, "" + status)
        .forEach(run.withArray("command")::add);
    return job;
  }
}
