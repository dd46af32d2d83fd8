package io.metasched.simulation.system.replay;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.Explainer;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ScenarioSchema;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.Values;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * System of a log that is replayed on one cluster of identical processors with local schedulers.
 */
public final class ReplaySystem implements SimulatedSystem<ReplayRun> {
  @Override
  public ScenarioSchema schema() {
    return ReplayScenario.SCHEMA;
  }

  @Override
  public Function<Seeds, Instance<ReplayRun>> read(ScenarioText text, Inputs inputs) {
    var scenario = ReplayScenario.read(text);
    var traces = ReplayInstance.traces(scenario, inputs);
    return seeds -> ReplayInstance.of(scenario, traces.apply(seeds), seeds);
  }

  @Override
  public RunFormat<ReplayRun> format() {
    return ReplayRun.FORMAT;
  }

  @Override
  public String placementsDigest(ReplayRun run) {
    return Sha256.of(
        run.jobs().stream()
            .map(
                row ->
                    "%d,%d,%d,%d".formatted(row.id(), row.start(), row.end(), row.processors())));
  }

  @Override
  public List<RunRule<ReplayRun>> rules() {
    return ReplayRules.ALL;
  }

  @Override
  public MetricSet<ReplayRun> metrics() {
    return ReplayMetricSet.ALL;
  }

  @Override
  public Explainer<ReplayRun> explainer() {
    return new ReplayExplainer();
  }

  @Override
  public ComparedJobs<ReplayRun, ?> compared() {
    return ComparedReplayJobs.ALL;
  }

  @Override
  public void export(ReplayRun run, ScenarioText text, Path folder) throws IOException {
    if (new Values(text.config()).yesNo(ReplayScenario.SWF)) {
      ReplayFiles.writeLog(run, folder);
    }
  }

  @Override
  public PageSections<ReplayRun> page(int policies) {
    return new ReplayPage(PageLimits.DEFAULT.among(policies));
  }
}
