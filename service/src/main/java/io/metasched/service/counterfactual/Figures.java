package io.metasched.service.counterfactual;

import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.PartRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Figures of an interval of the history.
 *
 * @param jobs number of jobs that waited at the beginning of the interval or were submitted in the
 *     interval
 * @param placed number of these jobs that have or had a window
 * @param meanWaitMillis mean time of the placed jobs from submission to the start of the window, in
 *     milliseconds
 * @param done number of jobs that ended after running
 * @param refused number of jobs refused permanently
 * @param costMilli charged and held amounts of these jobs, in 1/1000
 * @param nodes use of each node, in the order of nodes
 */
public record Figures(
    int jobs,
    int placed,
    double meanWaitMillis,
    int done,
    int refused,
    long costMilli,
    List<OfNode> nodes) {

  /**
   * Figures of a node.
   *
   * @param incomeMilli amount paid to the owner of the node in the interval, in 1/1000
   * @param usedMillis time for which parts of jobs ran on the node, in milliseconds
   */
  public record OfNode(FleetNode node, long incomeMilli, long usedMillis) {}

  public Figures {
    nodes = List.copyOf(nodes);
  }

  /** Returns the income of all owners, in 1/1000. */
  public long incomeMilli() {
    return nodes.stream().mapToLong(OfNode::incomeMilli).sum();
  }

  /** Interval of the figures. */
  record Time(Instant begins, Instant ends) {
    long overlapMillis(Instant from, Instant to) {
      long start = Math.max(from.toEpochMilli(), begins.toEpochMilli());
      return Math.max(0, Math.min(to.toEpochMilli(), ends.toEpochMilli()) - start);
    }
  }

  /**
   * Computes the figures.
   *
   * @param from state of the book at the beginning
   * @param end state of the book at the end
   */
  static Figures of(
      BookState from, BookState end, Time time, List<FleetNode> fleet, Takings takings) {
    int jobs = 0;
    int placed = 0;
    int done = 0;
    int refused = 0;
    long cost = 0;
    double wait = 0;
    var used = new TreeMap<String, Long>();
    for (var each : end.jobs().entries()) {
      var job = each.value();
      job.parts().forEach(part -> used.merge(part.node(), used(end, part, time), Long::sum));
      var before = from.job(job.id());
      if (before.isPresent() && before.get().state() != JobState.WAITING) {
        continue;
      }
      jobs++;
      refused += job.state() == JobState.REFUSED ? 1 : 0;
      done += isDone(job) ? 1 : 0;
      cost += job.money().charged() + job.money().held();
      var window = job.window();
      if (window.isPresent()) {
        placed++;
        wait += window.get().start() - end.ticks().at(job.times().submitted());
      }
    }
    var nodes = new ArrayList<OfNode>();
    for (var node : fleet) {
      nodes.add(new OfNode(node, takings.of(node.name()), used.getOrDefault(node.name(), 0L)));
    }
    return new Figures(jobs, placed, placed == 0 ? 0 : wait / placed, done, refused, cost, nodes);
  }

  private static boolean isDone(JobRecord job) {
    return switch (job.state()) {
      case FINISHED, FAILED, OVERRAN, LOST -> !job.parts().isEmpty();
      default -> false;
    };
  }

  private static long used(BookState state, PartRecord part, Time time) {
    var windowEnd = state.ticks().instant(part.booked().span().end());
    return part.started()
        .map(start -> time.overlapMillis(start, part.ended().orElse(windowEnd)))
        .orElse(0L);
  }
}
