package io.metasched.simulation.bench;

import io.metasched.simulation.scenario.UsageException;
import java.util.List;

/**
 * A size of a bench: an option for one number or several.
 *
 * @param option its name on the command line
 * @param quick values of a quick bench
 * @param usual values of the usual bench
 */
public record BenchParameter(
    String option, int least, int most, List<Integer> quick, List<Integer> usual) {
  public BenchParameter {
    quick = List.copyOf(quick);
    usual = List.copyOf(usual);
  }

  /** Several numbers. */
  public static BenchParameter list(
      String option, int least, int most, List<Integer> quick, Integer... usual) {
    return new BenchParameter(option, least, most, quick, List.of(usual));
  }

  /** One number. */
  public static BenchParameter number(String option, int least, int most, int quick, int usual) {
    return new BenchParameter(option, least, most, List.of(quick), List.of(usual));
  }

  /** The same, but not less than this. */
  public BenchParameter from(int atLeast) {
    return new BenchParameter(option, atLeast, most, quick, usual);
  }

  /** The same, but not more than this. */
  public BenchParameter upTo(int atMost) {
    return new BenchParameter(option, least, atMost, quick, usual);
  }

  /**
   * The values that are given; without any, the quick or the usual ones.
   *
   * @throws UsageException for a value out of the range
   */
  public List<Integer> values(List<Integer> given, boolean isQuick) {
    var values = !given.isEmpty() ? given : isQuick ? quick : usual;
    for (int value : values) {
      if (value < least || value > most) {
        throw new UsageException(
            "%s: must be %d to %d, but is %d".formatted(option, least, most, value));
      }
    }
    return values;
  }
}
