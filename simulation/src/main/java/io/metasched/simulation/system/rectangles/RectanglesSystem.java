package io.metasched.simulation.system.rectangles;

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
import io.metasched.simulation.system.rectangles.metric.ComparedReservations;
import io.metasched.simulation.system.rectangles.metric.RectanglesMetrics;
import io.metasched.simulation.system.rectangles.model.RectanglesReader;
import io.metasched.simulation.system.rectangles.report.RectanglesPage;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rule.RectanglesRules;
import java.util.List;
import java.util.function.Function;

/** System of advance reservations of elements of one multiprocessor, by availability rectangles. */
public final class RectanglesSystem implements SimulatedSystem<RectanglesRun> {
  @Override
  public ScenarioSchema schema() {
    return RectanglesReader.SCHEMA;
  }

  @Override
  public Function<Seeds, Instance<RectanglesRun>> read(ScenarioText text, Inputs inputs) {
    return RectanglesInstance.bySeeds(RectanglesReader.read(text), inputs)::apply;
  }

  @Override
  public RunFormat<RectanglesRun> format() {
    return RectanglesRun.FORMAT;
  }

  @Override
  public String placementsDigest(RectanglesRun run) {
    return Sha256.of(
        run.jobs().stream().map(row -> String.join(",", ReservationRow.FORMAT.cells(row))));
  }

  @Override
  public List<RunRule<RectanglesRun>> rules() {
    return RectanglesRules.ALL;
  }

  @Override
  public MetricSet<RectanglesRun> metrics() {
    return RectanglesMetrics.ALL;
  }

  @Override
  public Explainer<RectanglesRun> explainer() {
    return new RectanglesExplainer();
  }

  @Override
  public ComparedJobs<RectanglesRun, ReservationRow> compared() {
    return ComparedReservations.ALL;
  }

  @Override
  public PageSections<RectanglesRun> page(int policies) {
    return new RectanglesPage(PageLimits.DEFAULT.among(policies));
  }
}
