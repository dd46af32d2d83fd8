package io.metasched.simulation.report;

import java.util.Collections;
import java.util.List;

/**
 * Machines that the processors of a schedule belong to, side by side.
 *
 * @param sizes number of processors of each machine, beginning with the machine of the lowest
 *     processors
 */
public record Machines(List<Integer> sizes) {
  public Machines {
    sizes = List.copyOf(sizes);
  }

  /** Creates one machine with all processors. */
  public static Machines one(int processors) {
    return new Machines(List.of(processors));
  }

  /** Creates {@code machines} machines of equal size. */
  public static Machines equal(int machines, int processors) {
    return new Machines(Collections.nCopies(machines, processors));
  }

  /** Returns the total number of processors. */
  public int processors() {
    return sizes.stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the lowest processor of each machine, followed by the number of processors. */
  int[] bounds() {
    var bounds = new int[sizes.size() + 1];
    for (int machine = 0; machine < sizes.size(); machine++) {
      bounds[machine + 1] = bounds[machine] + sizes.get(machine);
    }
    return bounds;
  }
}
