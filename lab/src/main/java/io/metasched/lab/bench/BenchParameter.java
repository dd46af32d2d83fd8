package io.metasched.lab.bench;

import io.metasched.simulation.scenario.UsageException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;

/** Option of a bench for a size: one number or several, with their range and their defaults. */
public final class BenchParameter {
  private final OptionSpec option;
  private final int least;
  private final int most;
  private final List<Integer> quick;
  private final List<Integer> usual;

  private BenchParameter(
      OptionSpec option, int least, int most, List<Integer> quick, List<Integer> usual) {
    this.option = option;
    this.least = least;
    this.most = most;
    this.quick = List.copyOf(quick);
    this.usual = List.copyOf(usual);
  }

  /** Creates a parameter that takes several numbers. */
  static BenchParameter list(
      String name, String meaning, int least, int most, List<Integer> quick, List<Integer> usual) {
    var option =
        option(name, meaning, least, most, usual)
            .type(List.class)
            .auxiliaryTypes(Integer.class)
            .splitRegex(",");
    return new BenchParameter(option.build(), least, most, quick, usual);
  }

  /** Creates a parameter that takes one number. */
  static BenchParameter number(
      String name, String meaning, int least, int most, int quick, int usual) {
    var option = option(name, meaning, least, most, List.of(usual)).type(Integer.class);
    return new BenchParameter(option.build(), least, most, List.of(quick), List.of(usual));
  }

  private static OptionSpec.Builder option(
      String name, String meaning, int least, int most, List<Integer> usual) {
    var all = usual.stream().map(String::valueOf).collect(Collectors.joining(","));
    return OptionSpec.builder(name)
        .paramLabel("N")
        .description("%s (default: %s; %d to %d).".formatted(meaning, all, least, most));
  }

  OptionSpec option() {
    return option;
  }

  /** Returns a copy with the lower bound {@code atLeast}. */
  public BenchParameter from(int atLeast) {
    return new BenchParameter(option, atLeast, most, quick, usual);
  }

  /** Returns a copy with the upper bound {@code atMost}. */
  public BenchParameter upTo(int atMost) {
    return new BenchParameter(option, least, atMost, quick, usual);
  }

  /** Returns whether the command line has the option. */
  public boolean isGiven() {
    return option.getValue() != null;
  }

  /**
   * Returns the numbers given on the command line; if none are given, the defaults of a quick or a
   * usual bench.
   *
   * @throws UsageException for a value out of the range, and for an empty list
   */
  List<Integer> values(boolean isQuick) {
    @Nullable Object given = option.getValue();
    if (given instanceof List<?> list) {
      if (list.isEmpty()) {
        throw new UsageException(
            "%s: allowed is one number or more, given was none".formatted(option.longestName()));
      }
      return inRange(list.stream().map(Integer.class::cast).toList());
    }
    return inRange(given instanceof Integer one ? List.of(one) : isQuick ? quick : usual);
  }

  /**
   * Returns the values.
   *
   * @throws UsageException for a value out of the range
   */
  public List<Integer> inRange(List<Integer> values) {
    for (int value : values) {
      if (value < least || value > most) {
        throw new UsageException(
            "%s: must be %d to %d, but is %d".formatted(option.longestName(), least, most, value));
      }
    }
    return values;
  }
}
