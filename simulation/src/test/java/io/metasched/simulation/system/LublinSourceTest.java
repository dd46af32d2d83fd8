package io.metasched.simulation.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.cli.CommandRun;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.run.RunSummary;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.rectangles.RectanglesInstance;
import io.metasched.simulation.system.rectangles.model.ElementRequest;
import io.metasched.simulation.workload.SimulatedJob;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of the Lublin-Feitelson model in scenarios of all kinds. */
final class LublinSourceTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          trace      | nodes.count=log                | nodes.count: allowed is a whole number if jobs are generated; given was 'log'
          trace      | nodes.count=4                  | nodes.count: allowed is at least 5 if jobs.source is lublin and jobs.lublin is default
          trace      | jobs.count=0                   | jobs.count: allowed is a whole number from 1 to 200000; given was '0'
          trace      | jobs.lublin=lanl-cm6           | one of default, types, lanl-cm5; given was 'lanl-cm6'; did you mean 'lanl-cm5'?
          trace      | jobs.lublin=lanl-cm5           | nodes.count: allowed is at least 64
          trace      | jobs.estimate-factor.least=0.5 | jobs.estimate-factor.least: allowed is a number from 1 to 1000
          trace      | jobs.estimate-factor.least=4   | jobs.estimate-factor.most: allowed is a number from 4 to 1000
          trace      | jobs.source=lublin-cm5         | jobs.source: allowed is one of synthetic, lublin, log; given was 'lublin-cm5'
          rectangles | elements=4                     | elements: allowed is at least 5 if jobs.source is lublin and jobs.lublin is default
          rectangles | jobs.lublin=types              | elements: allowed is at least 16 if jobs.source is lublin and jobs.lublin is types
          rectangles | jobs.lublin=type               | jobs.lublin: allowed is one of default, types, lanl-cm5; given was 'type'; did you mean 'types'?
          rectangles | jobs.count=200001              | jobs.count: allowed is a whole number from 1 to 200000
          rectangles | jobs.source=lublin-cm          | jobs.source: allowed is one of lublin-cm5, lublin, log
          """)
  void invalidModelsOfJobsAreRefused(String scenario, String setting, String message) {
    var machine = scenario.equals("trace") ? "nodes.count=8" : "elements=8";

    CommandRun.of(
            "validate", scenario, "--set", "jobs.source=lublin", "--set", machine, "--set", setting)
        .refusedLeaving(folder, List.of(folder), message);
  }

  @ParameterizedTest
  @CsvSource({
    "default, jobs.lublin=nonsense",
    "default, jobs.count=0",
    "default, jobs.estimate-factor.most=0",
    "rectangles, jobs.lublin=nonsense"
  })
  void aWrongValueIsRefusedWhereverTheJobsComeFrom(String scenario, String setting) {
    CommandRun.of("validate", scenario, "--set", setting)
        .refusedLeaving(
            folder, List.of(folder), setting.replaceFirst("=.*", ": allowed is "), "given was");
  }

  @Test
  void jobsTooLongToBeCountedAreRefusedByTheKeyThatMakesThemSo() {
    var text =
        scenario(
            "trace",
            "jobs.source=lublin nodes.count=64 log.reference-performance=1000000"
                + " jobs.estimate-factor.most=1000");

    assertThatThrownBy(() -> instance(text, 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("too large to be counted together")
        .hasMessageContaining("log.reference-performance");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          trace      | nodes.count=24 vo.count=2 policies=[css,bsf,backfilling]
          trace      | nodes.count=64 jobs.lublin=lanl-cm5 jobs.estimate-factor.most=1 policies=[backfilling]
          trace      | nodes.count=16 jobs.lublin=types users.withdrawal.rate=0.3 jobs.deadline.share=0.5 policies=[bsf]
          rectangles | elements=64
          rectangles | elements=5 reservations.cancel-share=0.3 reservations.shrink-share=0.3
          rectangles | elements=64 jobs.lublin=lanl-cm5 shapes=[0.5,2]
          rectangles | elements=1024 jobs.lublin=types jobs.arrival-factor=3
          two-level  | providers.processors=64 policies=[mct]
          what-if    | jobs.lublin=types policies=[what-if]
          """)
  void actorsPlaceJobsOfTheModelAsTheEngineDoes(String scenario, String settings) {
    var text = scenario(scenario, "jobs.source=lublin jobs.count=40 " + settings);

    var engine = ScenarioRuns.runs(text, Drivers.ENGINE);

    assertThat(engine).allSatisfy(run -> assertThat(run.violations()).isEmpty());
    assertThat(ScenarioRuns.runs(text, Drivers.ACTORS))
        .extracting(RunSummary::placementsDigest)
        .isEqualTo(engine.stream().map(RunSummary::placementsDigest).toList());
  }

  /**
   * A log written from these jobs has one user and exact estimates, so the drawn jobs must have one
   * user and exact estimates, too.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          trace      | nodes.count=64 users.count=1 jobs.estimate-factor.most=1 policies=[bsf,backfilling]
          rectangles | elements=64 reservations.cancel-share=0.2
          two-level  | providers.processors=64 reservations.share=0 jobs.estimate-factor.most=1
          """)
  void theLogThatIsGeneratedGivesTheSameRun(String scenario, String settings) {
    var log = folder.resolve("jobs.swf");
    CommandRun.of("generate", "lublin", "--jobs", 60, "--size", 64, "--seed", 7, "--out", log)
        .done();
    var common = scenario(scenario, "seed=7 jobs.count=60 " + settings).render();
    var ownName = Systems.SCENARIOS.ofText(common, "lublin.conf", "lublin");

    var drawn = ScenarioRuns.digests(ownName.with("jobs.source=lublin", "--set"));
    var read =
        ScenarioRuns.digests(
            ownName.with("jobs.source=log", "--set").with("log.file=\"" + log + "\"", "--set"));

    assertThat(drawn).isNotEmpty().isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource({
    "trace, nodes.count=16",
    "two-level, providers.processors=32",
    "replay, cluster.processors=32",
    "rectangles, elements=32",
    "what-if, jobs.lublin=default"
  })
  void aResultPassesItsCheckAndRunsAgain(String scenario, String machine) {
    var out = folder.resolve("out");
    CommandRun.of(
            "simulate",
            scenario,
            "--set",
            "jobs.source=lublin",
            "--set",
            "jobs.count=20",
            "--set",
            machine,
            "--out",
            out)
        .done();

    assertThat(CommandRun.of("check", out).done()).contains("violations: 0");
    assertThat(CommandRun.of("rerun", out).done().lines())
        .hasSizeGreaterThan(1)
        .startsWith("result folder " + out)
        .filteredOn(line -> !line.startsWith("result folder"))
        .allMatch(line -> line.contains("the same placements"));
  }

  @Test
  void eachReplicationHasItsOwnJobs() {
    var cyclic = scenario("trace", "jobs.source=lublin nodes.count=16 jobs.count=30");
    var rectangles = scenario("rectangles", "jobs.source=lublin elements=16 jobs.count=30");

    assertThat(jobs(cyclic, 1))
        .hasSize(30)
        .isEqualTo(jobs(cyclic, 1))
        .isNotEqualTo(jobs(cyclic, 2));
    assertThat(jobs(cyclic, 1)).extracting(job -> job.job().user()).contains(0, 1, 2, 3, 4);
    assertThat(requests(rectangles, 1))
        .hasSize(30)
        .isEqualTo(requests(rectangles, 1))
        .isNotEqualTo(requests(rectangles, 2));
  }

  @Test
  void jobsEndWithinTheirEstimatesAndNeedNoMoreNodesThanThereAre() {
    for (var simulated : jobs(scenario("trace", "jobs.source=lublin nodes.count=16"), 1)) {
      var job = simulated.job();
      double factor = (double) job.work().amount() / simulated.real().amount();
      assertThat(factor).isBetween(1.0, 3.001);
      assertThat(job.nodes()).isBetween(1, 16);
    }
  }

  private static ScenarioText scenario(String packed, String settings) {
    var text = Systems.SCENARIOS.packed(packed);
    for (var setting : settings.split(" ", -1)) {
      text = text.with(setting, "--set");
    }
    return text;
  }

  private static List<SimulatedJob> jobs(ScenarioText text, int replication) {
    return ((CyclicInstance) instance(text, replication)).workload().jobs();
  }

  private static List<ElementRequest> requests(ScenarioText text, int replication) {
    return ((RectanglesInstance) instance(text, replication)).requests();
  }

  private static Object instance(ScenarioText text, int replication) {
    return Systems.of(text.schema())
        .system()
        .read(text, ScenarioRuns.inputs())
        .apply(new Seeds(1, "lublin", replication));
  }
}
