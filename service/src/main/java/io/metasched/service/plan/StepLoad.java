package io.metasched.service.plan;

import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.Limits;
import java.util.TreeMap;

/**
 * Number of jobs and nodes over time, as a step function. Cost: O(log n) per part of a changed
 * window, O(n) per query, for n steps. Confined to one thread.
 */
final class StepLoad {
  private final TreeMap<Long, Step> steps = new TreeMap<>();

  // results for jobs of one size, until the next change: thousands of equal jobs may wait
  private final TreeMap<Integer, Long> rooms = new TreeMap<>();

  /** Change of both numbers at a tick. */
  private record Step(int jobs, int nodes) {
    Step plus(int moreJobs, int moreNodes) {
      return new Step(jobs + moreJobs, nodes + moreNodes);
    }
  }

  /** Highest numbers of jobs and of nodes, which may belong to different instants. */
  record Peak(int jobs, int nodes) {}

  /** Adds a window {@code times} times; a negative number removes it. */
  void add(Window window, int jobs, int times) {
    change(window.start(), jobs, 0);
    change(window.finish(), -jobs, 0);
    for (var part : window.parts()) {
      change(part.span().start(), 0, times);
      change(part.span().end(), 0, -times);
    }
  }

  /** Adds jobs and nodes from a tick on, without end. */
  void addFrom(long tick, int jobs, int nodes) {
    change(tick, jobs, nodes);
  }

  private void change(long tick, int jobs, int nodes) {
    rooms.clear();
    var sum = steps.getOrDefault(tick, new Step(0, 0)).plus(jobs, nodes);
    if (sum.equals(new Step(0, 0))) {
      steps.remove(tick);
    } else {
      steps.put(tick, sum);
    }
  }

  /** Returns the highest numbers in a span of time. */
  Peak peak(long from, long until) {
    int jobs = 0;
    int nodes = 0;
    int mostJobs = 0;
    int mostNodes = 0;
    for (var each : steps.headMap(until, false).entrySet()) {
      if (each.getKey() > from) {
        mostJobs = Math.max(mostJobs, jobs);
        mostNodes = Math.max(mostNodes, nodes);
      }
      jobs += each.getValue().jobs;
      nodes += each.getValue().nodes;
    }
    return new Peak(Math.max(mostJobs, jobs), Math.max(mostNodes, nodes));
  }

  /**
   * Returns the end of the last time within a span in which a number is above its limit; the
   * beginning of the span if there is no such time.
   */
  long lastAbove(Limits limits, long from, long until) {
    int jobs = 0;
    int nodes = 0;
    long last = from;
    boolean isAbove = false;
    for (var each : steps.headMap(until, true).entrySet()) {
      if (isAbove && each.getKey() > from) {
        last = each.getKey();
      }
      jobs += each.getValue().jobs;
      nodes += each.getValue().nodes;
      isAbove = isAbove(limits, jobs, nodes) && each.getKey() < until;
    }
    return last;
  }

  private static boolean isAbove(Limits limits, int jobs, int nodes) {
    return jobs > limits.running().orElse(Integer.MAX_VALUE)
        || nodes > limits.nodes().orElse(Integer.MAX_VALUE);
  }

  /**
   * Returns the first tick from which a further job of {@code more} nodes stays within the limits
   * in all later time; {@code WindowRequest.NO_LIMIT} if there is none.
   */
  long roomFrom(Limits limits, int more) {
    return rooms.computeIfAbsent(more, nodes -> computeRoom(limits, nodes));
  }

  private long computeRoom(Limits limits, int more) {
    int jobs = 1;
    int nodes = more;
    for (var each : steps.values()) {
      jobs += each.jobs;
      nodes += each.nodes;
    }
    if (isAbove(limits, jobs, nodes)) {
      return WindowRequest.NO_LIMIT;
    }
    for (var each : steps.descendingMap().entrySet()) {
      jobs -= each.getValue().jobs;
      nodes -= each.getValue().nodes;
      if (isAbove(limits, jobs, nodes)) {
        return each.getKey();
      }
    }
    return 0;
  }

  StepLoad copy() {
    var copy = new StepLoad();
    copy.steps.putAll(steps);
    return copy;
  }
}
