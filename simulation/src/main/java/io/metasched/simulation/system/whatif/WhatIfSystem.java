package io.metasched.simulation.system.whatif;

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
import io.metasched.simulation.system.whatif.metric.ComparedRequests;
import io.metasched.simulation.system.whatif.metric.WhatIfMetrics;
import io.metasched.simulation.system.whatif.model.WhatIfReader;
import io.metasched.simulation.system.whatif.report.WhatIfPage;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.WhatIfRules;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * System of reservations with flexible starts on clusters with local schedulers, placed by what-if
 * plans.
 */
public final class WhatIfSystem implements SimulatedSystem<WhatIfRun> {
  @Override
  public ScenarioSchema schema() {
    return WhatIfReader.SCHEMA;
  }

  @Override
  public Function<Seeds, Instance<WhatIfRun>> read(ScenarioText text, Inputs inputs) {
    var scenario = WhatIfReader.read(text);
    return WhatIfInstance.bySeeds(scenario, inputs.logs(), inputs.traces())::apply;
  }

  @Override
  public RunFormat<WhatIfRun> format() {
    return WhatIfRun.FORMAT;
  }

  @Override
  public String placementsDigest(WhatIfRun run) {
    return Sha256.of(
        Stream.concat(
            run.jobs().stream().map(row -> String.join(",", WhatIfJobRow.FORMAT.cells(row))),
            run.requests().stream().map(row -> String.join(",", RequestRow.FORMAT.cells(row)))));
  }

  @Override
  public List<RunRule<WhatIfRun>> rules() {
    return WhatIfRules.ALL;
  }

  @Override
  public MetricSet<WhatIfRun> metrics() {
    return WhatIfMetrics.ALL;
  }

  @Override
  public Explainer<WhatIfRun> explainer() {
    return new WhatIfExplainer();
  }

  @Override
  public ComparedJobs<WhatIfRun, RequestRow> compared() {
    return ComparedRequests.ALL;
  }

  @Override
  public PageSections<WhatIfRun> page(int policies) {
    return new WhatIfPage(PageLimits.DEFAULT.among(policies));
  }
}
