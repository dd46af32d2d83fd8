package io.metasched.simulation.report;

import java.util.Collections;
import java.util.List;

/**
 * The machines that the processors of a schedule belong to, side by side.
 *
 * @param sizes processors of each, from the machine of the lowest processors on
 */
public record Machines(List<Integer> sizes) {
  /** Copies the list. */
  public Machines {
    sizes = List.copyOf(sizes);
  }

  /** All processors in one machine. */
  public static Machines one(int processors) {
    return new Machines(List.of(processors));
  }

  /** So many machines, equal in size. */
  public static Machines equal(int machines, int processors) {
    return new Machines(Collections.nCopies(machines, processors));
  }

  /** The processors of all. */
  public int processors() {
    return sizes.stream().mapToInt(Integer::intValue).sum();
  }

  /** The lowest processor of each machine, and behind the last one the number of processors. */
  int[] bounds() {
    var bounds = new int[sizes.size() + 1];
    for (int machine = 0; machine < sizes.size(); machine++) {
      bounds[machine + 1] = bounds[machine] + sizes.get(machine);
    }
    return bounds;
  }
}
