package io.metasched.simulation.system.replay;

import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.scenario.EstimateKey;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.LublinOptions;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.Values;
import io.metasched.simulation.workload.EstimateModel;
import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.lublin.LublinWorkload;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;
import java.util.Optional;

/**
 * Scenario of a replay.
 *
 * @param name name of the scenario
 * @param seed seed of the run
 * @param policies names of local schedulers, each once
 * @param logs names of logs, at least one if there is no model, else none
 * @param model model that draws the jobs if they come from no log
 * @param options selection of jobs from the logs
 * @param estimates run times that schedulers expect
 * @param arrivalFactor factor of the submit times
 * @param shuffled whether the jobs are randomly reassigned to the submit times
 * @param periodTicks time between two scheduling passes, 0 for a pass at each event
 */
record ReplayScenario(
    String name,
    long seed,
    List<String> policies,
    List<String> logs,
    Optional<LublinWorkload> model,
    TraceOptions options,
    EstimateModel estimates,
    double arrivalFactor,
    boolean shuffled,
    long periodTicks) {
  static final ScenarioSchema SCHEMA = new ScenarioSchema("replay", List.of("replay"), List.of());

  /** Key of the flag whether the log is written with the waits of the replay. */
  static final String SWF = "output.swf";

  private static final String LOG = "log";
  private static final String ESTIMATES = "jobs.estimates";
  private static final double MOST_FACTOR = 1_000_000;
  private static final String PROCESSORS = "cluster.processors";
  private static final double MOST_PERIOD = 100_000_000;
  private static final int MOST_PROCESSORS = 100_000_000;
  private static final int MOST_LOGS = 100;

  /**
   * Parses a scenario.
   *
   * @throws io.metasched.simulation.scenario.UsageException for the first value that is not allowed
   */
  static ReplayScenario read(ScenarioText text) {
    var values = new Values(text.config());
    values.word(ScenarioSchema.KEY, List.of(SCHEMA.kind()));
    // all keys are read, so that every wrong value is detected
    var unused = values.yesNo(SWF);
    LublinOptions.check(values);
    var options =
        LogOptions.readQueued(values)
            .withProcessors(
                values.isWord(PROCESSORS, LOG)
                    ? 0
                    : values.wholeInt(PROCESSORS, 1, MOST_PROCESSORS));
    boolean isLogged = values.word("jobs.source", List.of(LOG, LublinOptions.SOURCE)).equals(LOG);
    return new ReplayScenario(
        text.name(),
        values.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
        values.words("policies", LocalSchedulers.names()),
        isLogged ? values.texts("log.files", MOST_LOGS) : List.of(),
        isLogged ? Optional.empty() : Optional.of(model(values, options.processors())),
        options,
        EstimateKey.read(values, ESTIMATES),
        values.real("jobs.arrival-factor", 1 / MOST_FACTOR, MOST_FACTOR),
        values.yesNo("jobs.shuffle"),
        values.thousandths("cluster.period", 0, MOST_PERIOD));
  }

  private static LublinWorkload model(Values values, int processors) {
    if (processors == 0 || processors > LublinSetting.MOST_PROCESSORS) {
      throw values.wrong(
          PROCESSORS,
          "a number up to %d if jobs.source is lublin".formatted(LublinSetting.MOST_PROCESSORS));
    }
    return LublinOptions.workload(values, PROCESSORS, processors);
  }
}
