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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fault schedules of {@code RandomFaultsTest} over members in one JVM, which takes one tenth of
 * the time. The system property {@code faults.seed} is the seed of the first schedule, {@code
 * faults.members} the number of schedules. A hanging run is ended after {@code faults.patience}
 * seconds without a cycle, and the state and events of its members are printed.
 */
@Tag("long")
@Tag("faults")
final class RandomFaultsInOneJvmTest {
  private static final long PATIENCE = Long.getLong("faults.patience", 900);

  @TempDir private Path folder;

  static LongStream seeds() {
    long first = Long.getLong("faults.seed", 1);
    return LongStream.range(first, first + Long.getLong("faults.members", 2));
  }

  @ParameterizedTest(name = "schedule {0}")
  @MethodSource("seeds")
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

      var digests = digests(Systems.of(text.schema()), members, text, faults);

      assertThat(digests).as(schedule.commandLine()).isEqualTo(ScenarioRuns.digests(text));
      assertThat(faults.reports()).allMatch(report -> report.jvm().isPresent());
      System.out.printf(
          "%d %s: %s as the engine in %d ms%n",
          seed,
          schedule.commandLine(),
          faults.reports(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    }
  }

  private static <R extends RunTables> List<String> digests(
      SystemEntry<R> entry, MembersUnderFaults members, ScenarioText text, Faults faults) {
    var guard = new Guard(members);
    var watch =
        new Progress() {
          @Override
          public void advanced(String policy, long done, long expected) {}

          @Override
          public void cycleTaken(String policy, int cycle) {
            guard.wind();
            faults.cycleOver(policy, cycle);
          }
        };
    var system = entry.system();
    var instance = system.read(text, ScenarioRuns.inputs()).apply(text.seeds());
    try {
      guard.wind();
      return new Simulation<>(
              system,
              entry.driver(members.run(), false),
              text,
              instance,
              List.of(),
              Members.VERSION,
              1,
              () -> 0)
          .run(watch).stream().map(summary -> summary.placementsDigest()).toList();
    } finally {
      guard.stop();
    }
  }

  /** The only overall deadline of members in one JVM. */
  private static final class Guard {
    private final MembersUnderFaults members;
    private int winds;

    Guard(MembersUnderFaults members) {
      this.members = members;
    }

    /** Records progress and restarts the deadline. */
    synchronized void wind() {
      int now = ++winds;
      CompletableFuture.delayedExecutor(PATIENCE, TimeUnit.SECONDS).execute(() -> expire(now));
    }

    synchronized void stop() {
      winds++;
    }

    private synchronized void expire(int then) {
      if (then == winds) {
        System.out.println(members.states());
        members.run().fail(new IllegalStateException("no cycle for " + PATIENCE + " s"));
      }
    }
  }
}
