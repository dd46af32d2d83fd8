package io.metasched.simulation.system.twolevel;

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
import io.metasched.simulation.system.twolevel.metric.ComparedGridJobs;
import io.metasched.simulation.system.twolevel.metric.TwoLevelMetrics;
import io.metasched.simulation.system.twolevel.model.TwoLevelReader;
import io.metasched.simulation.system.twolevel.report.TwoLevelPage;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelPlacementRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import io.metasched.simulation.system.twolevel.rule.TwoLevelRules;
import java.util.List;
import java.util.function.Function;

/**
 * System of a grid queue over providers with local schedulers, with advance reservations among the
 * jobs.
 */
public final class TwoLevelSystem implements SimulatedSystem<TwoLevelRun> {
  @Override
  public ScenarioSchema schema() {
    return TwoLevelReader.SCHEMA;
  }

  @Override
  public Function<Seeds, Instance<TwoLevelRun>> read(ScenarioText text, Inputs inputs) {
    var scenario = TwoLevelReader.read(text);
    return TwoLevelInstance.bySeeds(scenario, inputs.logs(), inputs.traces())::apply;
  }

  @Override
  public RunFormat<TwoLevelRun> format() {
    return TwoLevelRun.FORMAT;
  }

  @Override
  public String placementsDigest(TwoLevelRun run) {
    return Sha256.of(
        run.placements().stream()
            .sorted(TwoLevelPlacementRow.ORDER)
            .map(row -> String.join(",", TwoLevelPlacementRow.FORMAT.cells(row))));
  }

  @Override
  public List<RunRule<TwoLevelRun>> rules() {
    return TwoLevelRules.ALL;
  }

  @Override
  public MetricSet<TwoLevelRun> metrics() {
    return TwoLevelMetrics.ALL;
  }

  @Override
  public Explainer<TwoLevelRun> explainer() {
    return new TwoLevelExplainer();
  }

  @Override
  public ComparedJobs<TwoLevelRun, TwoLevelJobRow> compared() {
    return ComparedGridJobs.ALL;
  }

  @Override
  public PageSections<TwoLevelRun> page(int policies) {
    return new TwoLevelPage(PageLimits.DEFAULT.among(policies));
  }
}
