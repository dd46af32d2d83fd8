package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.ortools.Loader;
import com.google.ortools.sat.CpModel;
import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import com.google.ortools.sat.IntVar;
import com.google.ortools.sat.IntervalVar;
import com.google.ortools.sat.LinearExpr;
import com.google.ortools.sat.LinearExprBuilder;
import com.google.ortools.sat.Literal;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotList;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.system.cyclic.experiment.BatchOptimum.Result;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rule.BatchFeasibility;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

final class BatchOptimumTest {
  private static final long MANY_STEPS = 10_000_000;
  private static final List<ToLongFunction<Part>> VALUES =
      List.of(BatchOptimumTest::ticks, Part::costMilli, part -> -part.costMilli());

  private static long ticks(Part part) {
    return part.span().lengthTicks();
  }

  /** Nodes, their vacant slots, and jobs. */
  private record Batch(List<Node> nodes, List<SlotList> vacant, List<WindowRequest> jobs) {

    Result optimum(ToLongFunction<Part> value, long stepLimit) {
      return new BatchOptimum(jobs, nodes, vacant, value, stepLimit).search();
    }
  }

  @Test
  void theQuickNodeGoesToTheJobThatItSavesMost() {
    // each job alone would take node 0, which has room for only one of them
    var batch =
        new Batch(
            List.of(node(0, 4, 1000), node(1, 1, 1000)),
            List.of(vacant(new Span(0, 3)), vacant(new Span(0, 20))),
            List.of(job(1, 4, 100_000, 20), job(1, 12, 100_000, 20)));

    var best = batch.optimum(BatchOptimumTest::ticks, MANY_STEPS);

    assertThat(best.proven()).isTrue();
    assertThat(best.windows())
        .extracting(window -> window.parts().get(0).node())
        .containsExactly(1, 0);
  }

  @Test
  void theLongJobMayHaveToTakeTheSlotThatFitsItBest() {
    var nodes = List.of(node(0, 1, 1000));
    var vacant = List.of(vacant(new Span(0, 3), new Span(5, 9)));
    var shortJob = job(1, 2, 100_000, 9);
    var longJob = job(1, 3, 100_000, 9);

    var fitting = new Batch(nodes, vacant, List.of(shortJob, shortJob, longJob));
    var crowded = new Batch(nodes, vacant, List.of(shortJob, longJob, longJob));

    assertThat(fitting.optimum(BatchOptimumTest::ticks, MANY_STEPS).windows())
        .extracting(Window::start)
        .containsExactly(5L, 7L, 0L);
    assertThat(crowded.optimum(BatchOptimumTest::ticks, MANY_STEPS))
        .matches(none -> none.windows().isEmpty());
    assertThat(crowded.optimum(BatchOptimumTest::ticks, MANY_STEPS).proven()).isTrue();
  }

  @Test
  void atTheLimitOfItsStepsNothingIsProven() {
    var batch = random(RandomGeneratorFactory.of("L64X128MixRandom").create(3), 6, 4);

    var cut = batch.optimum(BatchOptimumTest::ticks, 1);

    assertThat(cut.proven()).isFalse();
  }

  @Test
  void noScheduleOfATinyBatchIsBetter() {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    int solved = 0;
    for (int i = 0; i < 400; i++) {
      var batch = random(random, random.nextInt(1, 5), random.nextInt(1, 4));
      var before = batch.vacant().stream().map(SlotList::spans).toList();
      for (var value : VALUES) {
        var best = batch.optimum(value, MANY_STEPS);

        assertThat(best.proven()).isTrue();
        assertThat(sum(best, value)).as("batch %d", i).isEqualTo(bruteForce(batch, value));
        requireDisjoint(batch, best.windows());
      }
      assertThat(batch.vacant().stream().map(SlotList::spans).toList()).isEqualTo(before);
      solved += batch.optimum(BatchOptimumTest::ticks, MANY_STEPS).windows().isEmpty() ? 0 : 1;
    }
    assertThat(solved).isBetween(100, 350); // both kinds occur
  }

  private static Batch random(RandomGenerator random, int nodes, int jobs) {
    var all = new ArrayList<Node>();
    var vacant = new ArrayList<SlotList>();
    for (int id = 0; id < nodes; id++) {
      all.add(node(id, random.nextInt(1, 4), 1000L * random.nextInt(1, 5)));
      var slots = new SlotList();
      slots.giveBack(new Span(0, 10));
      for (int i = 0; i < 2; i++) {
        int start = random.nextInt(10);
        slots.subtract(new Span(start, Math.min(10, start + random.nextInt(1, 4))));
      }
      vacant.add(slots);
    }
    var requests = new ArrayList<WindowRequest>();
    for (int job = 0; job < jobs; job++) {
      int width = random.nextInt(1, Math.min(nodes, 3) + 1);
      requests.add(job(width, random.nextInt(1, 7), width * random.nextLong(4000, 16_000), 10));
    }
    return new Batch(all, vacant, requests);
  }

  /** Returns the minimum over all schedules, found by trying every window of every job. */
  private static OptionalLong bruteForce(Batch batch, ToLongFunction<Part> value) {
    var windows = batch.jobs().stream().map(job -> windows(batch, job)).toList();
    return place(batch.vacant(), windows, 0, value);
  }

  private static OptionalLong place(
      List<SlotList> vacant, List<List<Window>> windows, int job, ToLongFunction<Part> value) {
    if (job == windows.size()) {
      return OptionalLong.of(0);
    }
    var best = OptionalLong.empty();
    for (var window : windows.get(job)) {
      if (!window.parts().stream().allMatch(p -> vacant.get(p.node()).covers(p.span()))) {
        continue;
      }
      window.parts().forEach(part -> vacant.get(part.node()).cut(part.span()));
      var rest = place(vacant, windows, job + 1, value);
      window.parts().forEach(part -> vacant.get(part.node()).giveBack(part.span()));
      if (rest.isPresent()) {
        long sum = rest.getAsLong() + window.parts().stream().mapToLong(value).sum();
        if (best.isEmpty() || sum < best.getAsLong()) {
          best = OptionalLong.of(sum);
        }
      }
    }
    return best;
  }

  private static List<Window> windows(Batch batch, WindowRequest job) {
    var windows = new ArrayList<Window>();
    for (int set = 1; set < 1 << batch.nodes().size(); set++) {
      for (long start = 0; Integer.bitCount(set) == job.nodes() && start < 10; start++) {
        var parts = new ArrayList<Part>();
        for (var node : batch.nodes()) {
          if ((set >> node.id() & 1) != 0) {
            parts.add(Part.on(node, start, job.lengthTicks(node), node.priceMilli()));
          }
        }
        var window = new Window(parts);
        if (window.costMilli() <= job.costLimitMilli() && window.finish() <= job.deadline()) {
          windows.add(window);
        }
      }
    }
    return windows;
  }

  private static void requireDisjoint(Batch batch, List<Window> windows) {
    var left = batch.vacant().stream().map(SlotList::copy).toList();
    windows.forEach(window -> window.parts().forEach(p -> left.get(p.node()).cut(p.span())));
  }

  @Test
  void aConstraintSolverFindsTheSameOptimum() {
    assumeTrue(nativeSolverRuns(), "the solver's native library is packed for another system");
    var scenario =
        BatchCycle.scenario(
            new ExperimentContext(List.of(), () -> 0)
                .environment(ScenarioReader.SCHEMA, "cyclic-optimality"));
    int solved = 0;
    for (int i = 0; i < 25; i++) {
      var instance = BatchCycle.of(scenario, new Replication(1, i)).instance();
      var horizon = new Span(0, instance.rules().horizonTicks());
      var jobs =
          instance.workload().jobs().stream().map(job -> job.job().request(horizon, 1000)).toList();
      var batch =
          new Batch(
              instance.environment().nodes(),
              VacantSlots.of(instance.environment(), horizon),
              jobs);
      for (var value : VALUES) {
        var best = batch.optimum(value, MANY_STEPS);

        assertThat(best.proven()).isTrue();
        assertThat(sum(best, value)).as("batch %d", i).isEqualTo(solved(batch, horizon, value));
        if (!best.windows().isEmpty()) {
          solved++;
          assertThat(BatchFeasibility.check(best.windows(), jobs, instance.environment(), horizon))
              .isEmpty();
        }
      }
    }
    assertThat(solved).isGreaterThan(25);
  }

  private static boolean nativeSolverRuns() {
    try {
      Loader.loadNativeLibraries();
      return true;
    } catch (UnsatisfiedLinkError | RuntimeException e) {
      return false;
    }
  }

  /**
   * Returns the minimum according to CP-SAT: with an optional interval for each job and node,
   * present if the job runs there.
   */
  private static OptionalLong solved(Batch batch, Span horizon, ToLongFunction<Part> value) {
    var model = new CpModel();
    var busyOf = new ArrayList<List<IntervalVar>>();
    for (var slots : batch.vacant()) {
      var busy = new SlotList();
      busy.giveBack(horizon);
      slots.spans().forEach(busy::cut);
      busyOf.add(
          new ArrayList<>(
              busy.spans().stream()
                  .map(span -> model.newFixedInterval(span.start(), span.lengthTicks(), "busy"))
                  .toList()));
    }
    LinearExprBuilder goal = LinearExpr.newBuilder();
    for (var job : batch.jobs()) {
      IntVar start = model.newIntVar(0, horizon.end(), "start");
      LinearExprBuilder width = LinearExpr.newBuilder();
      LinearExprBuilder cost = LinearExpr.newBuilder();
      for (var node : batch.nodes()) {
        Literal taken = model.newBoolVar("taken");
        long length = job.lengthTicks(node);
        var part = Part.on(node, 0, length, node.priceMilli());
        IntVar end = model.newIntVar(0, horizon.end() + length, "end");
        busyOf
            .get(node.id())
            .add(
                model.newOptionalIntervalVar(
                    start, LinearExpr.constant(length), end, taken, "part"));
        model.addLessOrEqual(end, horizon.end()).onlyEnforceIf(taken);
        width.addTerm(taken, 1);
        cost.addTerm(taken, part.costMilli());
        goal.addTerm(taken, value.applyAsLong(part));
      }
      model.addEquality(width, job.nodes());
      model.addLessOrEqual(cost, job.costLimitMilli());
    }
    busyOf.forEach(model::addNoOverlap);
    model.minimize(goal);
    var solver = new CpSolver();
    solver.getParameters().setNumWorkers(1).setRandomSeed(1).setMaxDeterministicTime(60);
    var status = solver.solve(model);
    if (status == CpSolverStatus.INFEASIBLE) {
      return OptionalLong.empty();
    }
    assertThat(status).isEqualTo(CpSolverStatus.OPTIMAL);
    return OptionalLong.of(Math.round(solver.objectiveValue()));
  }

  private static OptionalLong sum(Result best, ToLongFunction<Part> value) {
    return best.windows().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            best.windows().stream()
                .flatMap(window -> window.parts().stream())
                .mapToLong(value)
                .sum());
  }

  private static Node node(int id, int performance, long priceMilli) {
    return new Node(id, 0, performance, priceMilli, 1000, List.of());
  }

  private static SlotList vacant(Span... spans) {
    var slots = new SlotList();
    for (var span : spans) {
      slots.giveBack(span);
    }
    return slots;
  }

  private static WindowRequest job(int nodes, long volume, long costLimitMilli, long deadline) {
    return WindowRequest.of(nodes, Work.volume(volume), 1, costLimitMilli).between(0, deadline);
  }
}
