package io.metasched.simulation.environment;

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
 * The jobs of a log on nodes of our own. Logs say how many processors a job had, not which, so each
 * job takes as many nodes as it had processors: those that have been free the longest, of equal
 * ones the lowest. Jobs are placed in the order in which the log has them start. On fewer nodes
 * than the log's machine had a job may have to start later, and one that is larger than all of them
 * is left out.
 *
 * @param parts the times taken, a job's parts together, in the order of starts; those of one node
 *     are disjoint
 * @param jobs how many jobs were placed
 * @param later how many of them start later than in the log
 * @param tooLarge how many were left out
 */
record LoggedMachine(List<Part> parts, int jobs, int later, int tooLarge) {
  /** Most parts of one log. */
  static final int MOST_PARTS = 5_000_000;

  /** A time that a job takes; nodes are counted from 0. */
  record Part(int node, Span span) {}

  /** A node, and when the last job on it ends. */
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
   * @param nodes how many nodes there are, 1 and up
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
            "its jobs take more than %d times of nodes".formatted(MOST_PARTS));
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

  /** As local work of nodes; those of the machine are given in order. */
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
   * What became of the jobs, in one line.
   *
   * @param domain whose nodes they run on; empty for those of all domains without a log of their
   *     own
   */
  String note(LocalLog log, String domain, int nodes) {
    return PrintableText.line(
        "local jobs%s: %d of log %s on %d nodes, %d of them later than in the log for want of nodes, %d"
                .formatted(
                    domain.isEmpty() ? "" : " of " + domain,
                    jobs,
                    log.file(),
                    nodes,
                    later,
                    tooLarge)
            + " left out as larger than that");
  }

  /** When the log has a job start; where it does not say, when it was submitted. */
  private static long start(TraceJob job) {
    return job.submitTicks() + Math.max(0, job.waitTicks());
  }
}
