package io.metasched.simulation.cli;

import io.metasched.simulation.driver.cluster.fault.FaultSchedule;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs over several JVMs that are killed, paused and cut off at random produce what a run on one
 * thread does. The system properties {@code faults.seed} and {@code faults.schedules} say which
 * schedules: as many as that from that seed on.
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
