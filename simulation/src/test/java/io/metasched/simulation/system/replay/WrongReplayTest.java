package io.metasched.simulation.system.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.provider.LocalScheduler;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.run.FoundInFiles;
import io.metasched.simulation.run.FoundInFiles.Edit;
import io.metasched.simulation.system.OverlookingScheduler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Local schedulers with planted defects, which are detected in the files of a replay. */
final class WrongReplayTest {
  private static final ReplaySystem SYSTEM = new ReplaySystem();
  private static final int PROCESSORS = 16;

  @TempDir private Path folder;

  private static List<ReplayJob> jobs() {
    var random = new SplittableRandom(5);
    var jobs = new ArrayList<ReplayJob>();
    for (int id = 1; id <= 80; id++) {
      long run = 1000L * (1 + random.nextInt(400));
      long estimate = run + 1000L * random.nextInt(200);
      jobs.add(
          new ReplayJob(
              id, id * 30_000L, run, 1 + random.nextInt(PROCESSORS), estimate, -1, false));
    }
    return jobs;
  }

  private static ReplayRun run(String policy, LocalScheduler scheduler) {
    var jobs = jobs();
    var right = Replay.run(jobs, PROCESSORS, right(policy), 0, done -> {});
    var facts = ReplayRun.of(policy, jobs, right, 0).facts();
    return EngineLoop.run(new ReplayModel(jobs, scheduler, facts, Progress.NONE), "1.0");
  }

  private static LocalScheduler right(String policy) {
    return LocalSchedulers.named(policy).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "first-fit", "lsf", "sjf", "easy", "easy-sjf", "conservative"})
  void aClusterThatIdlesAndAJobThatIsOverlookedAreFound(String policy) {
    assertThat(FoundInFiles.rules(SYSTEM, run(policy, right(policy)), folder)).isEmpty();

    assertThat(
            FoundInFiles.rules(
                SYSTEM, run(policy, new OverlookingScheduler(right(policy), true)), folder))
        .contains("start");
    assertThat(
            FoundInFiles.rules(
                SYSTEM, run(policy, new OverlookingScheduler(right(policy), false)), folder))
        .contains("start");
  }

  @Test
  void aPolicyThatDecidesAsAnotherIsFound() {
    for (var policy : LocalSchedulers.names()) {
      for (var other : LocalSchedulers.names()) {
        var run = run(policy, right(other));
        var found = FoundInFiles.rules(SYSTEM, run, folder);

        if (policy.equals(other)) {
          assertThat(found).as(policy).isEmpty();
        } else {
          assertThat(found).as("%s as %s", policy, other).contains("start");
        }
      }
    }
  }

  @Test
  void aPromiseThatIsNotThePolicysIsFound() {
    var run = run("easy", right("easy"));
    var promised = run.jobs().stream().filter(row -> row.promisedAt() >= 0).findFirst();
    var start = Long.toString(promised.orElseThrow().promisedStart() / 1000);
    var later = Long.toString(promised.get().promisedStart() / 1000 + 1);

    assertThat(
            FoundInFiles.rules(
                SYSTEM, run, folder, new Edit("jobs.csv", "promisedStart", start, later)))
        .contains("start");
  }
}
