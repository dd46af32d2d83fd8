package io.metasched.simulation.driver.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.driver.cluster.fault.Fault;
import io.metasched.simulation.driver.cluster.fault.FaultSchedule;
import io.metasched.simulation.driver.cluster.fault.Faults;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The schedules of faults of {@code RandomFaultsTest} over members in one JVM, which takes a tenth
 * of the time. The system properties {@code faults.seed} and {@code faults.members} say which: as
 * many as that from that seed on.
 */
@Tag("slow")
final class RandomFaultsInOneJvmTest {
  @TempDir private Path folder;

  static LongStream seeds() {
    long first = Long.getLong("faults.seed", 1);
    return LongStream.range(first, first + Long.getLong("faults.members", 4));
  }

  @ParameterizedTest(name = "schedule {0}")
  @MethodSource("seeds")
  @Timeout(12_000)
  void produceWhatOneThreadDoes(long seed) {
    var schedule = FaultSchedule.of(seed);
    var text =
        Systems.SCENARIOS
            .packed(schedule.scenario())
            .withTexts("policies", List.of(schedule.policy()), "the test");
    for (var setting : schedule.settings()) {
      text = text.with(setting, "the test");
    }
    long begun = System.nanoTime();
    try (var members = new MembersUnderFaults(folder)) {
      var faults =
          new Faults(
              schedule.faults().stream().map(Fault::parse).toList(),
              members,
              MembersUnderFaults::later,
              System::nanoTime,
              event -> {});
      members.start(schedule.jvms());
      members.run().formation(Members.spec(text), schedule.jvms());

      var digests = digests(Systems.of(text.schema()), members.run(), text, faults);

      System.out.printf(
          "%d %s: %s in %d ms%n",
          seed,
          schedule.commandLine(),
          faults.reports(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
      assertThat(digests).as(schedule.commandLine()).isEqualTo(ScenarioRuns.digests(text));
      assertThat(faults.reports()).allMatch(report -> report.jvm().isPresent());
    }
  }

  private static <R extends RunTables> List<String> digests(
      SystemEntry<R> entry, ClusterRun run, ScenarioText text, Faults faults) {
    var watch =
        new Progress() {
          @Override
          public void advanced(String policy, long done, long expected) {}

          @Override
          public void cycleTaken(String policy, int cycle) {
            faults.cycleOver(policy, cycle);
          }
        };
    var system = entry.system();
    var instance = system.read(text, ScenarioRuns.inputs()).apply(text.seeds());
    return new Simulation<>(
            system,
            entry.driver(run, false),
            text,
            instance,
            List.of(),
            Members.VERSION,
            1,
            () -> 0)
        .run(watch).stream().map(summary -> summary.placementsDigest()).toList();
  }
}
