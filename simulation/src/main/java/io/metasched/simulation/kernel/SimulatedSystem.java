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
 * A published way of scheduling, simulated whole: what the commands need of it. {@code
 * system.Systems} is the only list of all systems; nothing else switches over kinds.
 *
 * @param <R> the tables of a run
 */
public interface SimulatedSystem<R extends RunTables> {
  /** The keys of its scenarios. */
  ScenarioSchema schema();

  /** Its name: the key {@code kind} of its scenarios, summaries and tables. */
  default String kind() {
    return schema().kind();
  }

  /**
   * Reads and validates a scenario and what it names, once; each value of the function is the
   * instance of other seeds.
   *
   * @throws io.metasched.simulation.scenario.UsageException for anything that is not allowed
   */
  Function<Seeds, Instance<R>> read(ScenarioText text, Inputs inputs);

  /** What a run leaves behind: its record and its tables. */
  RunFormat<R> format();

  /** The tables of a run, that of the title first. */
  default List<Table<R, ?>> tables() {
    return format().tables();
  }

  /**
   * Puts a run together from the rows of its files.
   *
   * @throws io.metasched.simulation.rows.ResultFormatException for files that are no run
   */
  default R assemble(RowSource source) {
    return format().assemble(source, kind());
  }

  /** The digest of all placements: where and when each job ran. Equal runs have equal digests. */
  String placementsDigest(R run);

  /** What holds in every sound run. */
  List<RunRule<R>> rules();

  /** What is measured. */
  MetricSet<R> metrics();

  /** Explains the history of one job. */
  Explainer<R> explainer();

  /** The jobs of a run as a comparison pairs them. */
  ComparedJobs<R, ?> compared();

  /**
   * Writes further files of a run that the scenario asks for, beside its tables; none by default.
   *
   * @param folder that of the run
   */
  default void export(R run, ScenarioText text, Path folder) throws IOException {}

  /**
   * The sections of a report page, a new one for each page.
   *
   * @param policies how many runs the page will hold, at least 1
   */
  PageSections<R> page(int policies);
}
