package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.run.FoundInFiles;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.workload.SimulatedJob;
import io.metasched.simulation.workload.Workload;
import io.metasched.simulation.workload.trace.SwfReader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Policies with planted defects, which place jobs outside their requests: detected in the files of
 * a run.
 */
final class WrongCyclicTest {
  private static final CyclicSystem SYSTEM = new CyclicSystem();
  private static final long NO_LIMIT = WindowRequest.NO_LIMIT;
  private static final CyclicInstance INSTANCE = instance();

  @TempDir private Path folder;

  private static CyclicInstance instance() {
    var text =
        Systems.SCENARIOS.defaults().with("time.cycles=3", "--set").with("policies=[css]", "--set");
    var read = SYSTEM.read(text, new Inputs(Policies.builtIn(), Path::of, SwfReader::read));
    return (CyclicInstance) read.apply(new Seeds(1, text.name(), 0));
  }

  /** Policy that plans for requests other than those of the users. */
  private record Careless(SchedulingPolicy right, UnaryOperator<Job> seen)
      implements SchedulingPolicy {
    @Override
    public Plan plan(CycleSnapshot snapshot) {
      return right.plan(
          new CycleSnapshot(
              snapshot.cycle(),
              snapshot.nowTick(),
              snapshot.horizon(),
              snapshot.granularityTicks(),
              snapshot.queue().stream().map(seen).toList(),
              snapshot.slots(),
              snapshot.seed()));
    }
  }

  private static Job with(
      Job job, Requirements needed, long cost, long price, long earliest, long deadline) {
    return new Job(
        job.id(),
        job.user(),
        job.submitTick(),
        job.nodes(),
        job.work(),
        needed,
        cost,
        price,
        earliest,
        deadline,
        job.criterion(),
        0);
  }

  private List<String> found(UnaryOperator<Job> wished, UnaryOperator<Job> seen) {
    var jobs =
        INSTANCE.workload().jobs().stream()
            .map(
                each ->
                    new SimulatedJob(wished.apply(each.job()), each.real(), each.withdrawTick()))
            .toList();
    var instance =
        new CyclicInstance(
            INSTANCE.environment(),
            new Workload(jobs, INSTANCE.workload().users(), List.of()),
            INSTANCE.participants(),
            INSTANCE.rules(),
            INSTANCE.seeds(),
            INSTANCE.namedPolicies(),
            List.of());
    var careless = new Careless(INSTANCE.named("css").policy(), seen);
    var run =
        EngineLoop.run(
            instance.begin(new Scenario.NamedPolicy("css", careless), Progress.NONE), "1.0");
    return FoundInFiles.rules(SYSTEM, run, folder);
  }

  static Stream<Arguments> ignored() {
    var fast = new Requirements(8, List.of());
    UnaryOperator<Job> late =
        job -> with(job, job.requirements(), job.costLimitMilli(), NO_LIMIT, 800_000, NO_LIMIT);
    UnaryOperator<Job> urgent =
        job -> with(job, job.requirements(), job.costLimitMilli(), NO_LIMIT, 0, 500_000);
    UnaryOperator<Job> cheap =
        job ->
            with(
                job, job.requirements(), job.costLimitMilli() / 2, NO_LIMIT, 0, job.deadlineTick());
    UnaryOperator<Job> thrifty =
        job -> with(job, job.requirements(), job.costLimitMilli(), 4_000, 0, job.deadlineTick());
    UnaryOperator<Job> demanding =
        job -> with(job, fast, job.costLimitMilli(), NO_LIMIT, 0, job.deadlineTick());
    UnaryOperator<Job> careless =
        job -> with(job, Requirements.NONE, NO_LIMIT, NO_LIMIT, 0, NO_LIMIT);
    return Stream.of(
        Arguments.of("earliest", late, careless),
        Arguments.of("deadline", urgent, careless),
        Arguments.of("cost", cheap, careless),
        Arguments.of("price-limit", thrifty, careless),
        Arguments.of("requirements", demanding, careless));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ignored")
  void aPolicyThatIgnoresAWishIsFound(
      String rule, UnaryOperator<Job> wished, UnaryOperator<Job> careless) {
    assertThat(found(wished, UnaryOperator.identity())).isEmpty();
    assertThat(found(wished, careless)).contains(rule);
  }

  @Test
  void aJobThatIsPlacedForLongerOrShorterThanItsWorkIsFound() {
    UnaryOperator<Job> shorter =
        job ->
            new Job(
                job.id(),
                job.user(),
                job.submitTick(),
                job.nodes(),
                new io.metasched.resource.model.Work(
                    job.work().basis(), Math.max(1, job.work().amount() / 2)),
                job.requirements(),
                job.costLimitMilli(),
                job.slotPriceLimitMilli(),
                job.earliestStart(),
                job.deadlineTick(),
                job.criterion(),
                0);

    assertThat(found(UnaryOperator.identity(), shorter)).contains("length");
  }
}
