package io.metasched.simulation.system.cyclic.environment;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.resource.model.Span;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Jobs of a log, placed on the nodes of an environment. Logs contain the number of processors of a
 * job but not their identities, so each job takes as many nodes as it had processors. It takes the
 * nodes that have been free the longest, and among equal nodes, the lowest. Jobs are placed in the
 * order of their logged starts. If the log's machine was larger, a job may have to start later, and
 * a job larger than all nodes together is dropped.
 *
 * @param parts times taken, the parts of a job together, in the order of starts; parts on one node
 *     are disjoint
 * @param jobs number of placed jobs
 * @param later number of jobs that start later than in the log
 * @param tooLarge number of dropped jobs
 */
record LoggedMachine(List<Part> parts, int jobs, int later, int tooLarge) {
  /** Maximum number of parts of one log. */
  static final int MOST_PARTS = 5_000_000;

  /** Time that a job takes on a node; nodes are counted from 0. */
  record Part(int node, Span span) {}

  /** Node with the end of its last job. */
  private record Free(long tick, int node) {}

  private static final Comparator<Free> LONGEST_FREE =
      Comparator.comparingLong(Free::tick).thenComparingInt(Free::node);
  private static final Comparator<TraceJob> BY_START =
      Comparator.comparingLong(LoggedMachine::start).thenComparingLong(TraceJob::id);

  LoggedMachine {
    parts = List.copyOf(parts);
  }

  /**
   * Places the jobs of a log. Each part costs O(log nodes).
   *
   * @param nodes number of nodes, at least 1
   * @param origin tick of the log that is time 0, at most the first submission
   * @throws IllegalArgumentException if there are more than {@link #MOST_PARTS} parts
   */
  static LoggedMachine of(Trace trace, int nodes, long origin) {
    var free = new PriorityQueue<>(LONGEST_FREE);
    IntStream.range(0, nodes).forEach(node -> free.add(new Free(0, node)));
    var parts = new ArrayList<Part>();
    int placed = 0;
    int later = 0;
    for (var job : trace.jobs().stream().sorted(BY_START).toList()) {
      if (job.processors() > nodes) {
        continue;
      }
      if (parts.size() > MOST_PARTS - job.processors()) {
        throw new IllegalArgumentException(
            "its jobs have more than %d parts on nodes".formatted(MOST_PARTS));
      }
      var taken = new ArrayList<Free>(job.processors());
      for (int i = 0; i < job.processors(); i++) {
        taken.add(free.remove());
      }
      long wanted = start(job) - origin;
      long start = Math.max(wanted, taken.get(taken.size() - 1).tick());
      var span = Span.of(start, job.runTicks());
      for (var each : taken) {
        parts.add(new Part(each.node(), span));
        free.add(new Free(span.end(), each.node()));
      }
      placed++;
      later += start > wanted ? 1 : 0;
    }
    return new LoggedMachine(parts, placed, later, trace.jobs().size() - placed);
  }

  /**
   * Returns the jobs as local work.
   *
   * @param nodes ids of the nodes that represent the nodes of the machine, in order
   */
  LocalWork work(LocalLog log, List<Integer> nodes) {
    var local =
        parts.stream()
            .map(
                part ->
                    new LoggedLocalWork.Job(
                        nodes.get(part.node()), log.planned(), part.span(), log.file()))
            .toList();
    return new LoggedLocalWork(local, new InputFaults());
  }

  /**
   * Returns a line on the placed, delayed and dropped jobs.
   *
   * @param domain domain on whose nodes the jobs run; empty for all domains without their own log
   */
  String note(LocalLog log, String domain, int nodes) {
    return PrintableText.line(
        ("local jobs%s: %d of log %s on %d nodes, %d of them later than in the log because nodes"
                    + " were taken, %d")
                .formatted(
                    domain.isEmpty() ? "" : " of " + domain,
                    jobs,
                    log.file(),
                    nodes,
                    later,
                    tooLarge)
            + " dropped because they are larger than all nodes together");
  }

  /** Returns the logged start of a job, or its submission if no start is logged. */
  private static long start(TraceJob job) {
    return job.submitTicks() + Math.max(0, job.waitTicks());
  }
}
