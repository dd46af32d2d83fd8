package io.metasched.simulation.system.broker;

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
import io.metasched.simulation.system.broker.metric.BrokerMetrics;
import io.metasched.simulation.system.broker.metric.ComparedTasks;
import io.metasched.simulation.system.broker.model.BrokerReader;
import io.metasched.simulation.system.broker.report.BrokerPage;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskRow;
import io.metasched.simulation.system.broker.rule.NegotiationRules;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** System of brokers and agents that reserve nodes for tasks. */
public final class BrokerSystem implements SimulatedSystem<BrokerRun> {
  @Override
  public ScenarioSchema schema() {
    return BrokerReader.SCHEMA;
  }

  @Override
  public Function<Seeds, Instance<BrokerRun>> read(ScenarioText text, Inputs inputs) {
    return BrokerInstance.bySeeds(BrokerReader.read(text), inputs)::apply;
  }

  @Override
  public RunFormat<BrokerRun> format() {
    return BrokerRun.FORMAT;
  }

  @Override
  public String placementsDigest(BrokerRun run) {
    return Sha256.of(
        Stream.concat(
            run.jobs().stream().map(row -> String.join(",", TaskRow.FORMAT.cells(row))),
            run.placements().stream()
                .map(row -> String.join(",", TaskPlacementRow.FORMAT.cells(row)))));
  }

  @Override
  public List<RunRule<BrokerRun>> rules() {
    return NegotiationRules.ALL;
  }

  @Override
  public MetricSet<BrokerRun> metrics() {
    return BrokerMetrics.ALL;
  }

  @Override
  public Explainer<BrokerRun> explainer() {
    return new BrokerExplainer();
  }

  @Override
  public ComparedJobs<BrokerRun, ?> compared() {
    return ComparedTasks.ALL;
  }

  @Override
  public PageSections<BrokerRun> page(int policies) {
    return new BrokerPage(PageLimits.DEFAULT.among(policies));
  }
}
