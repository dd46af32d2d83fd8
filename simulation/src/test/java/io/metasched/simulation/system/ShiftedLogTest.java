package io.metasched.simulation.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.run.RunSummary;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs with Unix times: in all metrics, time 0 is the first submission. */
final class ShiftedLogTest {
  private static final long SHIFT_SECONDS = 1_356_996_147;
  private static final int JOBS = 40;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "trace | nodes.count=16 policies=[css,backfilling] local.base=0 local.spread=0"
            + " local.dynamic=0",
        "trace | nodes.count=16 policies=[backfilling] local.log=`LOG` local.log-jobs=1-9",
        "two-level | providers.processors=16 providers.count=2",
        "two-level | providers.processors=16 providers.count=2 providers.period=60 grid.period=400"
            + " grid.queueing=ar-fcfs",
        "two-level | providers.processors=16 providers.count=2 providers.slots=600",
        "replay | policies=[fcfs,easy,conservative] log.files=[`LOG`]",
        "replay | policies=[lsf,easy] cluster.period=600 log.files=[`LOG`]",
        "rectangles | elements=16 reservations.cancel-share=0.2",
        "what-if | clusters=[{count=2,processors=16}] requests.block=4 log.count=40",
        "broker | policies=[least-load] agents.lost-every=500 agents.lost-for=60",
      })
  void aShiftOfALogChangesNoMetric(String scenario, String settings) {
    var logged = metrics(scenario, settings, 0);

    var shifted = metrics(scenario, settings, SHIFT_SECONDS);

    assertThat(logged).isNotEmpty().isEqualTo(shifted);
  }

  @Test
  void theMakespanOfWhatIfIsFromTheFirstSubmissionToTheLastEnd() {
    var log = SwfText.machine(4).job(1, "2=1356996147", "4=100", "8=4", "9=100");
    log.job(2, "2=1356996157", "4=50", "8=2", "9=50").writeTo(folder.resolve("log.swf"));

    var run =
        runs("what-if", "clusters=[{count=1,processors=4}] policies=[load] requests.block=99");

    assertThat(run.get(0).violations()).isEmpty();
    assertThat(run.get(0).json().path("makespan").asDouble()).isEqualTo(150);
    assertThat(run.get(0).json().path("utilisation").asDouble()).isEqualTo(500.0 / 600);
    assertThat(run.get(0).json().path("makespanGrowth").asDouble()).isZero();
  }

  private List<ObjectNode> metrics(String scenario, String settings, long shift) {
    var log = SwfText.machine(16);
    for (int id = 1; id <= JOBS; id++) {
      log.job(
          id,
          "2=" + (shift + 90 + id * 37L),
          "3=" + id % 7 * 11,
          "4=" + (40 + id * 17 % 190),
          "8=" + (1 + id * 5 % 16),
          "9=" + (60 + id * 17 % 190),
          "12=" + id % 5);
    }
    log.writeTo(folder.resolve("log.swf"));
    return runs(scenario, settings).stream()
        .peek(run -> assertThat(run.violations()).isEmpty())
        .map(run -> run.json().deepCopy().without(List.of("placementsDigest", "tables")))
        .map(ObjectNode.class::cast)
        .toList();
  }

  private List<RunSummary> runs(String scenario, String settings) {
    var log = '"' + folder.resolve("log.swf").toString() + '"';
    var text = Systems.SCENARIOS.packed(scenario).with("jobs.source=log", "--set");
    if (!scenario.equals("replay")) {
      text = text.with("log.file=" + log, "--set");
    }
    for (var setting : settings.replace("`LOG`", log).split(" ", -1)) {
      text = text.with(setting, "--set");
    }
    return ScenarioRuns.runs(text, Drivers.ENGINE);
  }
}
