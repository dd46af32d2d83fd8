package io.metasched.simulation.cli;

import io.metasched.simulation.driver.cluster.fault.FaultSchedule;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs over several JVMs that are killed, paused and cut off at random; their results equal the
 * results of a run on one thread. The system property {@code faults.seed} is the seed of the first
 * schedule, {@code faults.schedules} the number of schedules.
 */
@Tag("long")
@Tag("faults")
final class RandomFaultsTest {
  @TempDir private Path folder;

  static LongStream seeds() {
    long first = Long.getLong("faults.seed", 1);
    return LongStream.range(first, first + Long.getLong("faults.schedules", 2));
  }

  @ParameterizedTest(name = "schedule {0}")
  @MethodSource("seeds")
  void produceWhatOneThreadDoes(long seed) throws Exception {
    var schedule = FaultSchedule.of(seed);

    try (var runs = new AgainstEngine(folder)) {
      runs.assertEqual(schedule.scenarioArguments(), schedule.clusterArguments());
    }
  }
}
