package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Optimal schedule of a small batch over all possible schedules: every job receives a window within
 * its limits, no two windows overlap, and the sum of a value over all parts is minimal.
 *
 * <p>The value of a part depends on its node, not on its time. Branching is therefore over the sets
 * of nodes of each job, least value first. A branch ends if the value so far, plus the minimum of
 * the other jobs, reaches the best value found. Whether jobs with chosen nodes fit is decided
 * exactly: a schedule stays valid when its windows are moved to earlier ticks, in the order of
 * their starts. It is therefore sufficient to try the orders of the jobs and to place each at its
 * earliest fit.
 *
 * <p>Cost: exponential in jobs and nodes; intended for about 5 jobs on 6 nodes. The limit on the
 * steps of the search is deterministic. Confined to one thread.
 */
final class BatchOptimum {

  /**
   * Result of the search.
   *
   * @param windows one window per job, in the order of the jobs; empty if no schedule was found
   * @param proven whether the windows are the optimum or, without windows, no schedule exists;
   *     false if the limit on the steps was reached
   * @param steps number of steps taken
   */
  record Result(List<Window> windows, boolean proven, long steps) {
    Result {
      windows = List.copyOf(windows);
    }
  }

  /** Nodes for a job, with the value of the job's parts on these nodes. */
  private record NodeSet(List<Node> nodes, long value) {}

  private final List<WindowRequest> jobs;
  private final List<Node> nodes;
  private final List<SlotList> vacant;
  private final ToLongFunction<Part> valueOf;
  private final long stepLimit;
  private long steps;

  private final List<List<NodeSet>> choices = new ArrayList<>();
  private final int[] order; // jobs with few choices first
  private final long[] leastOfRest; // by place in the order
  private final NodeSet[] chosen;
  private final long[] starts;
  private List<Window> best = List.of();
  private long bestValue = Long.MAX_VALUE;

  /**
   * @param nodes nodes by id, each with one price
   * @param vacant vacant slots of each node; unchanged after the search
   * @param valueOf value of a part, equal at all times
   * @param stepLimit maximum number of steps, at least 1
   */
  BatchOptimum(
      List<WindowRequest> jobs,
      List<Node> nodes,
      List<SlotList> vacant,
      ToLongFunction<Part> valueOf,
      long stepLimit) {
    this.jobs = jobs;
    this.nodes = nodes;
    this.vacant = vacant;
    this.valueOf = valueOf;
    this.stepLimit = stepLimit;
    chosen = new NodeSet[jobs.size()];
    starts = new long[jobs.size()];
    for (int job = 0; job < jobs.size(); job++) {
      choices.add(choices(job));
    }
    order =
        IntStream.range(0, jobs.size())
            .boxed()
            .sorted(
                Comparator.<Integer>comparingInt(job -> choices.get(job).size())
                    .thenComparingInt(job -> job))
            .mapToInt(Integer::intValue)
            .toArray();
    leastOfRest = new long[jobs.size() + 1];
    for (int place = order.length - 1; place >= 0; place--) {
      var sets = choices.get(order[place]);
      leastOfRest[place] =
          Math.addExact(leastOfRest[place + 1], sets.isEmpty() ? 0 : sets.get(0).value());
    }
  }

  /** Returns the node sets within a job's limit on which the job alone fits, by value. */
  private List<NodeSet> choices(int job) {
    var request = jobs.get(job);
    var admitted = nodes.stream().filter(node -> request.admits(node, node.priceMilli())).toList();
    var sets = new ArrayList<NodeSet>();
    addSets(admitted, 0, new ArrayList<>(), request, sets);
    sets.removeIf(set -> earliestFit(set.nodes(), request, request.earliestStart()) < 0);
    sets.sort(Comparator.comparingLong(NodeSet::value)); // stable: ties keep the order of nodes
    return sets;
  }

  private void addSets(
      List<Node> admitted, int from, List<Node> taken, WindowRequest request, List<NodeSet> to) {
    if (taken.size() == request.nodes()) {
      var window = window(taken, 0, request);
      if (window.costMilli() <= request.costLimitMilli()) {
        long value = 0;
        for (var part : window.parts()) {
          value = Math.addExact(value, valueOf.applyAsLong(part));
        }
        to.add(new NodeSet(List.copyOf(taken), value));
      }
      return;
    }
    for (int i = from; i < admitted.size(); i++) {
      taken.add(admitted.get(i));
      addSets(admitted, i + 1, taken, request, to);
      taken.remove(taken.size() - 1);
    }
  }

  Result search() {
    branch(0, 0);
    return new Result(best, steps <= stepLimit, steps);
  }

  private void branch(int place, long value) {
    if (place == order.length) {
      bestValue = value;
      best = schedule();
      return;
    }
    int job = order[place];
    for (var set : choices.get(job)) {
      long sum = Math.addExact(value, set.value());
      if ((!best.isEmpty() && Math.addExact(sum, leastOfRest[place + 1]) >= bestValue)
          || ++steps > stepLimit) {
        return;
      }
      chosen[job] = set;
      if (fits(place + 1, new boolean[place + 1], 0, 0)) {
        branch(place + 1, sum);
      }
    }
  }

  /**
   * Returns whether the first {@code count} jobs of the order fit together; if so, {@link #starts}
   * contains their starts.
   *
   * @param placed which of the jobs are already placed
   * @param done number of placed jobs
   * @param notBefore start of the last job that was placed
   */
  private boolean fits(int count, boolean[] placed, int done, long notBefore) {
    if (done == count) {
      return true;
    }
    for (int i = 0; i < count; i++) {
      if (placed[i] || ++steps > stepLimit) {
        continue;
      }
      int job = order[i];
      var request = jobs.get(job);
      long start = earliestFit(chosen[job].nodes(), request, request.earliestStart());
      if (start < notBefore) { // too late, or found earlier in another order
        continue;
      }
      starts[job] = start;
      placed[i] = true;
      var parts = window(chosen[job].nodes(), start, request).parts();
      parts.forEach(part -> vacant.get(part.node()).cut(part.span()));
      boolean fit = fits(count, placed, done + 1, start);
      parts.forEach(part -> vacant.get(part.node()).giveBack(part.span()));
      placed[i] = false;
      if (fit) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the first tick at which all nodes are vacant for long enough; negative if there is
   * none.
   */
  private long earliestFit(List<Node> set, WindowRequest request, long from) {
    long start = from;
    int agreed = 0; // number of consecutive nodes that are vacant at the start
    for (int i = 0; agreed < set.size(); i = (i + 1) % set.size()) {
      var node = set.get(i);
      long length = request.lengthTicks(node);
      var fit = vacant.get(node.id()).earliestFit(start, length);
      if (fit.isEmpty() || fit.getAsLong() + length > request.deadline()) {
        return -1;
      }
      agreed = fit.getAsLong() == start ? agreed + 1 : 1;
      start = fit.getAsLong();
    }
    return start;
  }

  private List<Window> schedule() {
    var windows = new ArrayList<Window>();
    for (int job = 0; job < jobs.size(); job++) {
      windows.add(window(chosen[job].nodes(), starts[job], jobs.get(job)));
    }
    return windows;
  }

  private static Window window(List<Node> nodes, long start, WindowRequest request) {
    return new Window(
        nodes.stream()
            .map(node -> Part.on(node, start, request.lengthTicks(node), node.priceMilli()))
            .toList());
  }
}
