package io.metasched.simulation.system.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.broker.rows.AnswerRow.Result;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow.Ending;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Checks invariants under any interleaving of brokers, losses of agents and cancellations: no two
 * tasks take the same capacity, no task is lost or placed twice, and every decision equals the
 * decision of the checker.
 */
final class BrokerPropertyTest {
  private static final int RUNS = 60;
  private static final int ACTOR_RUNS = 5;

  @Test
  void anyInterleavingIsSoundAndLosesNoTask() {
    var random = new SplittableRandom(41);
    var seen = new TreeMap<String, Integer>();

    for (int i = 0; i < RUNS; i++) {
      var settings = BrokerRuns.random(random);
      for (var run : BrokerRuns.runs(settings)) {
        assertThat(BrokerRuns.rules(run)).as(settings).isEmpty();
        assertThat(run.jobs()).hasSize(run.facts().tasks());
        count(run, seen);
      }
    }

    assertThat(seen.keySet()) // so that the property covers every case
        .contains(
            "refused hold", "refused commit", "lost", "cancelled", "undelivered", "unanswered");
  }

  private static void count(BrokerRun run, Map<String, Integer> seen) {
    run.answers()
        .forEach(
            row -> {
              if (row.result() == Result.UNDELIVERED) {
                seen.merge("undelivered", 1, Integer::sum);
              } else if (row.result() == Result.REFUSED) {
                var kind = run.messages().get(row.message() - 1).kind();
                seen.merge("refused " + kind.name().toLowerCase(Locale.ROOT), 1, Integer::sum);
              }
            });
    run.messages().stream()
        .filter(row -> row.isDelivered() && !row.isAnswered())
        .forEach(row -> seen.merge("unanswered", 1, Integer::sum));
    run.placements().stream()
        .filter(row -> row.ending() != Ending.KEPT)
        .forEach(
            row -> seen.merge(row.ending() == Ending.LOST ? "lost" : "cancelled", 1, Integer::sum));
  }

  @Test
  void actorsDecideAsTheEngineDoes() {
    var random = new SplittableRandom(43);
    for (int i = 0; i < ACTOR_RUNS; i++) {
      var settings = BrokerRuns.random(random);
      var text = BrokerRuns.text(settings);

      assertThat(digests(text, Drivers.ACTORS))
          .as(settings)
          .isEqualTo(digests(text, Drivers.ENGINE));
    }
  }

  private static List<String> digests(ScenarioText text, String driver) {
    return ScenarioRuns.runs(text, driver).stream().map(run -> run.placementsDigest()).toList();
  }
}
