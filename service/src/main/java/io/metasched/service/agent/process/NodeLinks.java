package io.metasched.service.agent.process;

import io.metasched.service.run.RunId;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import io.metasched.service.site.slurm.SlurmCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Connections to the folders of runs on nodes that share no file system with the agent. If a run
 * ends without a connection, the state of its job decides. Confined to the executor's thread.
 */
final class NodeLinks {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  // below the time after which a run whose job is over counts as lost
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final Duration SILENCE = Duration.ofSeconds(30); // a node sends its time every 5 s
  private static final int USR1 = 10;
  private static final int SIGNALLED = 128;
  // The script creates its folder after its job has begun. A folder of another user, who may know
  // its name, is not trusted. Relative names: the name may be a link, which changes.
  private static final String RELAY =
      "i=0; until [ -e \"$0/ready\" ] || [ $i = 100 ]; do sleep 0.1; i=$((i + 1)); done;"
          + " cd \"$0\" && { [ -O . ] || { echo \"$0 belongs to another user\" >&2; exit 1; }; }"
          + " && exec sh ./run.sh relay . \"$0\" \"$@\"";

  private final SlurmCommands slurm;
  private final BatchJobs jobs;
  private final long mostBytes;
  private final Clock clock;
  private final SortedMap<RunId, NodeLink> links = new TreeMap<>();
  private final SortedMap<RunId, Instant> opened = new TreeMap<>();
  private final SortedMap<RunId, Instant> received = new TreeMap<>(); // last message, or opened
  private final SortedMap<RunId, Instant> over = new TreeMap<>(); // since the job has ended

  /**
   * Creates no connection yet.
   *
   * @param mostBytes highest number of bytes of an output stream
   * @param clock clock of the agent
   */
  NodeLinks(SlurmCommands slurm, BatchJobs jobs, long mostBytes, Clock clock) {
    this.slurm = slurm;
    this.jobs = jobs;
    this.mostBytes = mostBytes;
    this.clock = clock;
  }

  /**
   * Connects to a run, sends its orders, or concludes it from its job.
   *
   * @param onNode folder of the run on its node
   * @param last last instant at which the run may start
   */
  void tend(BatchRun run, Path onNode, Instant last, Instant now) throws IOException {
    var link = links.get(run.id());
    if (link != null && link.isOpen()) {
      if (isSilent(run, link, now)) {
        link.close("it was silent for %d s".formatted(SILENCE.toSeconds()));
      } else if (isStuck(run, now)) {
        link.close();
      } else {
        link.forward();
        return;
      }
    }
    var job = run.job().filter(each -> each.state() == SiteJobState.RUNNING);
    boolean isFetched = link != null && link.isFetched();
    if (job.isPresent() && !isFetched && (run.phase() != BatchRun.Phase.OVER || run.hasEnded())) {
      if (!now.isBefore(opened.getOrDefault(run.id(), Instant.MIN).plus(PAUSE))) {
        opened.put(run.id(), now);
        received.put(run.id(), now);
        over.remove(run.id());
        var before = link == null ? "" : link.problem();
        links.put(run.id(), open(run, onNode, job.get().id(), before));
      }
    } else if (run.phase() != BatchRun.Phase.OVER) {
      settle(run, last, now);
    } else if (job.isEmpty()) {
      forget(run.id());
    }
  }

  /** Returns whether a node sends nothing, as after the loss of its network, or of a program. */
  private boolean isSilent(BatchRun run, NodeLink link, Instant now) {
    if (link.hasSentTime()) {
      received.put(run.id(), now);
    }
    return now.isAfter(received.getOrDefault(run.id(), now).plus(SILENCE));
  }

  /**
   * Returns whether a program still runs after the script of its job has ended, such as a stopped
   * one. Slurm completes the job only after the program has ended.
   */
  private boolean isStuck(BatchRun run, Instant now) {
    var state = run.job().map(SiteJob::state);
    return state.filter(each -> each == SiteJobState.COMPLETING || each.isOver()).isPresent()
        && now.isAfter(over.computeIfAbsent(run.id(), id -> now).plus(DRAIN));
  }

  private NodeLink open(BatchRun run, Path onNode, long job, String problem) {
    var folder = run.folder();
    var user = jobs.users().submitter(run.spec().account());
    var sizes = List.of(folder.size("stdout"), folder.size("stderr"));
    var command =
        List.of(
            "sh",
            "-c",
            RELAY,
            onNode.toString(),
            String.valueOf(sizes.get(0)),
            String.valueOf(sizes.get(1)));
    return new NodeLink(
        folder, job, mostBytes, clock, problem, () -> slurm.attach(job, user, command));
  }

  /** Returns why a run on a node is not connected, as the end of a message; may be empty. */
  String problem(RunId run) {
    var link = links.get(run);
    return link == null || link.problem().isEmpty()
        ? ""
        : "; its node is not connected: " + link.problem();
  }

  /**
   * Writes the end of a run with an order to start into its folder, if the folder on the node is
   * gone. The exit code of the script is the exit status of the command, but the rest of its output
   * is lost. If nothing is known, the run may have started.
   */
  private static void settle(BatchRun run, Instant last, Instant now) throws IOException {
    var folder = run.folder();
    if (!folder.isBound() || folder.isUnstarted() || folder.exit().isPresent()) {
      return;
    }
    var job = run.job().filter(each -> each.state().isOver() && folder.isBoundTo(each.id()));
    var exit = job.flatMap(SiteJob::exit);
    if (exit.filter(status -> status.signal() == USR1).isPresent() && !folder.isStarted()) {
      folder.store("unstarted", "");
    } else if (exit.filter(status -> status.signal() == 0).isPresent()
        && !BatchOutcome.isByOthers(job.get().state())) {
      end(run, exit.get().code(), job.get().end().orElse(now));
    } else if (!folder.isStarted() && (job.isPresent() || now.isAfter(last.plus(PATIENCE)))) {
      folder.store("started", "unknown");
    }
  }

  private static void end(BatchRun run, int status, Instant at) throws IOException {
    var folder = run.folder();
    var spec = run.spec();
    for (var mark : List.of("stdout.lost", "stderr.lost")) {
      folder.store(mark, "");
    }
    if (!folder.isStarted()) {
      folder.store("started", "unknown");
    }
    var start = folder.startedAt().or(run::startAt).orElse(spec.windowStart());
    if (folder.startedAt().isEmpty()) {
      folder.store("job", start.toEpochMilli() + " .");
    }
    if (status > SIGNALLED && !at.isBefore(spec.windowEnd().minus(spec.grace()).minus(PAUSE))) {
      folder.store("ended", "timelimit");
    }
    var end = at.isBefore(start) ? start : at;
    folder.store("exit", status + " " + end.toEpochMilli());
  }

  /** Removes the connection of a run. */
  void forget(RunId run) {
    links.remove(run);
    opened.remove(run);
    received.remove(run);
    over.remove(run);
  }

  void close() {
    links.values().forEach(NodeLink::close);
  }
}
