package io.metasched.resource.model;

import java.util.Comparator;
import java.util.List;

/**
 * Parts on several nodes with one common start, for one job. Parts may end at different ticks,
 * because the length of each part depends on its node.
 *
 * @param parts at least one part, on distinct nodes, in the order of node ids
 */
public record Window(List<Part> parts) {

  /**
   * Sorts the parts by node.
   *
   * @throws IllegalArgumentException without parts, with different starts or with one node twice
   */
  public Window {
    parts = byNode(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("a window needs at least one part");
    }
    for (int i = 1; i < parts.size(); i++) {
      var before = parts.get(i - 1);
      var part = parts.get(i);
      if (part.span().start() != before.span().start() || part.node() == before.node()) {
        throw new IllegalArgumentException(
            "parts of a window need one start and distinct nodes, but there are %s and %s"
                .formatted(before, part));
      }
    }
  }

  private static List<Part> byNode(List<Part> parts) {
    for (int i = 1; i < parts.size(); i++) {
      if (parts.get(i - 1).node() > parts.get(i).node()) {
        return parts.stream().sorted(Comparator.comparingInt(Part::node)).toList();
      }
    }
    return List.copyOf(parts);
  }

  /** Returns whether one of the parts is on the node. */
  public boolean takes(int node) {
    for (var part : parts) { // called so often that a stream would cost more than the search
      if (part.node() == node) {
        return true;
      }
    }
    return false;
  }

  public long start() {
    return parts.get(0).span().start();
  }

  /** Returns the end of the longest part. */
  public long finish() {
    long finish = 0;
    for (var part : parts) {
      finish = Math.max(finish, part.span().end());
    }
    return finish;
  }

  /** Returns the length of the longest part. */
  public long runtimeTicks() {
    return finish() - start();
  }

  public long costMilli() {
    long cost = 0;
    for (var part : parts) {
      cost = Math.addExact(cost, part.costMilli());
    }
    return cost;
  }

  /**
   * Returns whether this window starts no later, ends no later and costs no more than {@code
   * other}.
   */
  public boolean isNoWorseThan(Window other) {
    return start() <= other.start()
        && finish() <= other.finish()
        && costMilli() <= other.costMilli();
  }

  /** Returns the sum of the lengths of the parts. */
  public long procTimeTicks() {
    long ticks = 0;
    for (var part : parts) {
      ticks = Math.addExact(ticks, part.span().lengthTicks());
    }
    return ticks;
  }

  public long energyMilli() {
    long energy = 0;
    for (var part : parts) {
      energy = Math.addExact(energy, part.energyMilli());
    }
    return energy;
  }

  /** Returns the sum of the weights of the parts. */
  long sum(PartWeight weight) {
    long sum = 0;
    for (var part : parts) {
      long length = part.span().lengthTicks();
      sum = Math.addExact(sum, weight.of(length, part.energyMilli(), part.costMilli()));
    }
    return sum;
  }

  /** Returns the value of the window for a criterion; less is better. */
  public long value(Criterion criterion) {
    return criterion.value(this);
  }
}
