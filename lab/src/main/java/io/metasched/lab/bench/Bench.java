package io.metasched.lab.bench;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Measurement of the speed of an operation, compared with a baseline of the same run. The
 * parameters of a bench, and its fields annotated with picocli's {@code @Option} and
 * {@code @Mixin}, are options of the command line, so each call has its own instance. All benches
 * are created whenever the command {@code bench} starts, so a constructor must be cheap; tables are
 * built when the bench runs.
 */
public abstract class Bench {
  private final String name;
  private final String description;
  private final List<BenchParameter> parameters = new ArrayList<>();

  /**
   * Creates a bench.
   *
   * @param name name on the command line
   * @param description one-line description of the measurement
   */
  protected Bench(String name, String description) {
    this.name = name;
    this.description = description;
  }

  /**
   * Adds a parameter that takes several numbers.
   *
   * @param option name of its option
   * @param meaning beginning of the description, before the defaults and the range
   * @param quick values of a quick bench
   * @param usual values of the usual bench
   */
  protected final BenchParameter numbers(
      String option,
      String meaning,
      int least,
      int most,
      List<Integer> quick,
      List<Integer> usual) {
    return added(BenchParameter.list(option, meaning, least, most, quick, usual));
  }

  /** Adds a parameter that takes one number. */
  protected final BenchParameter number(
      String option, String meaning, int least, int most, int quick, int usual) {
    return added(BenchParameter.number(option, meaning, least, most, quick, usual));
  }

  private BenchParameter added(BenchParameter parameter) {
    parameters.add(parameter);
    return parameter;
  }

  /** Returns the name on the command line. */
  public final String name() {
    return name;
  }

  final String description() {
    return description;
  }

  final CommandSpec options() {
    var options = CommandSpec.forAnnotatedObject(this);
    parameters.forEach(parameter -> options.addOption(parameter.option()));
    return options;
  }

  /** Returns whether the results are written to a folder even if no folder is specified. */
  protected boolean keepsResults() {
    return false;
  }

  /** Returns the tables of the results, in the order in which they are reported. */
  public abstract List<BenchTable<?>> tables();

  /**
   * Measures with the values of the options.
   *
   * @param run receives tables and faults
   * @throws io.metasched.simulation.scenario.UsageException for options that are not allowed
   */
  protected abstract void measure(BenchContext context, BenchRun run);
}
