package io.metasched.lab.bench;

import io.metasched.simulation.scenario.UsageException;
import java.util.List;

/**
 * Size parameter of a bench: an option for one number or several.
 *
 * @param option name on the command line
 * @param quick values of a quick bench
 * @param usual values of the usual bench
 */
public record BenchParameter(
    String option, int least, int most, List<Integer> quick, List<Integer> usual) {
  public BenchParameter {
    quick = List.copyOf(quick);
    usual = List.copyOf(usual);
  }

  /** Creates a parameter that takes several numbers. */
  public static BenchParameter list(
      String option, int least, int most, List<Integer> quick, Integer... usual) {
    return new BenchParameter(option, least, most, quick, List.of(usual));
  }

  /** Creates a parameter that takes one number. */
  public static BenchParameter number(String option, int least, int most, int quick, int usual) {
    return new BenchParameter(option, least, most, List.of(quick), List.of(usual));
  }

  /** Returns a copy with the lower bound {@code atLeast}. */
  public BenchParameter from(int atLeast) {
    return new BenchParameter(option, atLeast, most, quick, usual);
  }

  /** Returns a copy with the upper bound {@code atMost}. */
  public BenchParameter upTo(int atMost) {
    return new BenchParameter(option, least, atMost, quick, usual);
  }

  /**
   * Returns the given values; if there are none, the defaults of a quick or a usual bench.
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
