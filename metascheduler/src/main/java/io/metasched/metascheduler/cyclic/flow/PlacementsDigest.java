package io.metasched.metascheduler.cyclic.flow;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.resource.model.JobId;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Fingerprint of the placements of all jobs, independent of the system that placed them: SHA-256
 * over the lines {@code job,node,start,end,cost} in sorted order, with times and costs in units.
 */
public final class PlacementsDigest {
  private static final int MILLI = 3;

  private PlacementsDigest() {}

  /**
   * Part of a window.
   *
   * @param node id of the node
   * @param costMilli price paid for the part, in 1/1000 of money
   */
  public record Placement(JobId job, int node, long start, long end, long costMilli) {
    static final Comparator<Placement> ORDER =
        Comparator.comparing(Placement::job)
            .thenComparingInt(Placement::node)
            .thenComparingLong(Placement::start);

    String line() {
      return "%s,%d,%s,%s,%s".formatted(job, node, units(start), units(end), units(costMilli));
    }

    private static String units(long milli) {
      return BigDecimal.valueOf(milli, MILLI).stripTrailingZeros().toPlainString();
    }
  }

  /** Returns the digest in hexadecimal, independent of the order of {@code placements}. */
  public static String of(Stream<Placement> placements) {
    return Sha256.of(placements.sorted(Placement.ORDER).map(Placement::line));
  }
}
