package io.metasched.simulation.kernel;

import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RowSource;
import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Complete simulation of a published scheduling method: the interface of a system for the commands.
 * {@code system.Systems} is the only list of all systems; no other code switches over kinds.
 *
 * @param <R> tables of a run
 */
public interface SimulatedSystem<R extends RunTables> {
  /** Returns the keys of its scenarios. */
  ScenarioSchema schema();

  /**
   * Returns the name of the system: the key {@code kind} of its scenarios, summaries and tables.
   */
  default String kind() {
    return schema().kind();
  }

  /**
   * Reads and validates a scenario and the files that it names, once; the function returns the
   * instance for given seeds.
   *
   * @throws io.metasched.simulation.scenario.UsageException if anything is not allowed
   */
  Function<Seeds, Instance<R>> read(ScenarioText text, Inputs inputs);

  /** Returns the format of a run's results: its record and its tables. */
  RunFormat<R> format();

  /** Returns the tables of a run; the table of the title is first. */
  default List<Table<R, ?>> tables() {
    return format().tables();
  }

  /**
   * Assembles a run from the rows of its files.
   *
   * @throws io.metasched.simulation.rows.ResultFormatException if the files do not belong to a run
   */
  default R assemble(RowSource source) {
    return format().assemble(source, kind());
  }

  /**
   * Returns the digest of all placements, that is, of the time and place of each job. Equal runs
   * have equal digests.
   */
  String placementsDigest(R run);

  /** Returns the rules that hold in every sound run. */
  List<RunRule<R>> rules();

  /** Returns the metrics of its runs. */
  MetricSet<R> metrics();

  /** Returns the explainer of the history of one job. */
  Explainer<R> explainer();

  /** Returns the jobs of a run for the pairing by a comparison. */
  ComparedJobs<R, ?> compared();

  /**
   * Writes additional files of a run that the scenario requests, in addition to its tables; none by
   * default.
   *
   * @param folder folder of the run
   */
  default void export(R run, ScenarioText text, Path folder) throws IOException {}

  /**
   * Returns the sections of a report page, a new instance for each page.
   *
   * @param policies number of runs on the page, at least 1
   */
  PageSections<R> page(int policies);
}
