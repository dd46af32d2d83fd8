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
 * The best schedule of a small batch among all there are: every job gets a window within its
 * limits, no two overlap, and the sum of a value of their parts is least.
 *
 * <p>The value of a part depends on its node, not on its time, so that branching is over the sets
 * of nodes of each job, least value first; a branch ends where the value so far and the least the
 * other jobs can have reach the best found. Whether jobs with chosen nodes fit is decided exactly:
 * moving windows of a schedule to earlier ticks, in the order of their starts, never spoils it, so
 * that it is enough to try the orders of the jobs and to put each at its earliest fit.
 *
 * <p>Cost: exponential in jobs and nodes; made for about 5 jobs on 6 nodes. The limit on its steps
 * is deterministic. Confined to one thread.
 */
final class BatchOptimum {

  /**
   * What was found.
   *
   * @param windows one per job in their order; empty where no schedule was found
   * @param proven whether this is the optimum, or none exists where there are no windows; false
   *     where the limit on the steps was reached
   * @param steps how many steps it took
   */
  record Result(List<Window> windows, boolean proven, long steps) {
    Result {
      windows = List.copyOf(windows);
    }
  }

  /** Nodes for a job, with what its parts take there. */
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
   * @param nodes by id, at one price each
   * @param vacant what of each node is vacant; the same after the search
   * @param valueOf the value of a part, the same at all times
   * @param stepLimit most steps, at least 1
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

  /** The node sets within a job's limit on which it fits by itself, by value. */
  private List<NodeSet> choices(int job) {
    var request = jobs.get(job);
    var admitted = nodes.stream().filter(node -> request.admits(node, node.priceMilli())).toList();
    var sets = new ArrayList<NodeSet>();
    addSets(admitted, 0, new ArrayList<>(), request, sets);
    sets.removeIf(set -> earliestFit(set.nodes(), request, request.earliestStart()) < 0);
    sets.sort(Comparator.comparingLong(NodeSet::value)); // stable: equal ones by their nodes
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
   * Whether the first {@code count} jobs of the order fit together; {@link #starts} says how then.
   *
   * @param placed which of them have their place already
   * @param done how many of them have
   * @param notBefore start of the last one that was placed
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
      if (start < notBefore) { // too late or, in another order, found sooner
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

  /** The first tick at which all nodes are vacant for long enough; negative where there is none. */
  private long earliestFit(List<Node> set, WindowRequest request, long from) {
    long start = from;
    int agreed = 0; // so many nodes in a row are vacant at the start
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
