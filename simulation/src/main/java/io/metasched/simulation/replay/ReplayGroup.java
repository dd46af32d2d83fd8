package io.metasched.simulation.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * The jobs of a replay that have something in common: a user, or a class of sizes.
 *
 * @param key the user's number, or the greatest size of the class
 * @param jobs how many
 * @param meanWait in seconds
 * @param meanFlow in seconds
 * @param meanBoundedSlowdown max(1, flow / max(run, 10 s))
 * @param processorSeconds sum of processors x run
 */
public record ReplayGroup(
    int key,
    int jobs,
    double meanWait,
    double meanFlow,
    double meanBoundedSlowdown,
    double processorSeconds) {

  /** By user, in the order of their numbers. */
  public static List<ReplayGroup> byUser(Schedule schedule) {
    return by(schedule, job -> schedule.jobs().get(job).user());
  }

  /** By size: 1, 2, up to 4, up to 8 and so on. */
  public static List<ReplayGroup> bySize(Schedule schedule) {
    return by(
        schedule,
        job -> {
          int processors = schedule.jobs().get(job).processors();
          int below = Integer.highestOneBit(processors);
          return below == processors ? processors : (int) Math.min(Integer.MAX_VALUE, 2L * below);
        });
  }

  private static List<ReplayGroup> by(Schedule schedule, IntUnaryOperator key) {
    var groups = new TreeMap<Integer, List<Integer>>();
    for (int job = 0; job < schedule.jobs().size(); job++) {
      if (schedule.hasStarted(job)) {
        groups.computeIfAbsent(key.applyAsInt(job), k -> new ArrayList<>()).add(job);
      }
    }
    var result = new ArrayList<ReplayGroup>();
    groups.forEach((value, members) -> result.add(group(schedule, value, members)));
    return result;
  }

  private static ReplayGroup group(Schedule schedule, int key, List<Integer> members) {
    double waits = 0;
    double flows = 0;
    double bounded = 0;
    double work = 0;
    for (int i : members) {
      var job = schedule.jobs().get(i);
      double flow = schedule.endTick(i) - job.submitTick();
      waits += schedule.startTicks()[i] - job.submitTick();
      flows += flow;
      bounded += ReplayMetrics.boundedSlowdown(flow, job.runTicks());
      work += (double) job.processors() * job.runTicks();
    }
    int count = members.size();
    return new ReplayGroup(
        key,
        count,
        waits / count / ReplayMetrics.TICKS,
        flows / count / ReplayMetrics.TICKS,
        bounded / count,
        work / ReplayMetrics.TICKS);
  }
}
