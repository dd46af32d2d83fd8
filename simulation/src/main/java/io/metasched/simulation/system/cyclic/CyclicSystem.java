package io.metasched.simulation.system.cyclic;

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
import io.metasched.simulation.system.cyclic.metric.ComparedJob;
import io.metasched.simulation.system.cyclic.metric.CyclicMetrics;
import io.metasched.simulation.system.cyclic.model.FlowFiles;
import io.metasched.simulation.system.cyclic.model.InstanceFactory;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.report.CyclicPage;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRowsDigest;
import io.metasched.simulation.system.cyclic.rule.Checker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** System of scheduling cycles, in which virtual organizations share the slots of owners. */
public final class CyclicSystem implements SimulatedSystem<CyclicRun> {
  @Override
  public ScenarioSchema schema() {
    return ScenarioReader.SCHEMA;
  }

  @Override
  public Function<Seeds, Instance<CyclicRun>> read(ScenarioText text, Inputs inputs) {
    var scenario = ScenarioReader.read(text, inputs.policies());
    return InstanceFactory.bySeeds(scenario, inputs.logs(), inputs.traces())::apply;
  }

  @Override
  public RunFormat<CyclicRun> format() {
    return CyclicRun.FORMAT;
  }

  @Override
  public String placementsDigest(CyclicRun run) {
    return PlacementRowsDigest.of(run.placements());
  }

  @Override
  public List<RunRule<CyclicRun>> rules() {
    return Checker.RULES;
  }

  @Override
  public MetricSet<CyclicRun> metrics() {
    return CyclicMetrics.ALL;
  }

  @Override
  public Explainer<CyclicRun> explainer() {
    return new CyclicExplainer();
  }

  @Override
  public ComparedJobs<CyclicRun, ComparedJob> compared() {
    return ComparedJob.ALL;
  }

  @Override
  public void export(CyclicRun run, ScenarioText text, Path folder) throws IOException {
    FlowFiles.write(run, text, folder);
  }

  @Override
  public PageSections<CyclicRun> page(int policies) {
    return new CyclicPage(PageLimits.DEFAULT.among(policies));
  }
}
