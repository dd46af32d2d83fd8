package io.metasched.simulation.system.cyclic.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Span;
import io.metasched.simulation.system.cyclic.environment.LoggedMachine.Part;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of a log on the nodes of owners. */
final class LoggedMachineTest {
  private static final long S = TraceJob.TICKS_PER_SECOND;

  @Test
  void eachJobTakesTheNodesThatHaveBeenFreeTheLongest() {
    var machine =
        LoggedMachine.of(
            log(
                job(1, 100, 5, 30, 2), // starts at 105 on nodes 0 and 1
                job(2, 100, 0, 10, 1), // starts before job 1, at 100 on node 0
                job(3, 111, -1, 4, 1), // its wait is unknown: starts at 111
                job(4, 112, 0, 2, 3), // needs 3 nodes at 112; the third is free at 135
                job(5, 113, 0, 5, 4)), // larger than the machine
            3,
            60 * S);

    assertThat(machine.parts())
        .containsExactly(
            part(0, 40, 50), // job 2
            part(1, 45, 75), // job 1, on the two nodes that were free from the beginning
            part(2, 45, 75),
            part(0, 51, 55), // job 3
            part(0, 75, 77), // job 4 waits for all three
            part(1, 75, 77),
            part(2, 75, 77));
    assertThat(machine.jobs()).isEqualTo(4);
    assertThat(machine.later()).isEqualTo(1);
    assertThat(machine.tooLarge()).isEqualTo(1);
    var log = new LocalLog("kth.swf", IdRange.ALL, true, false);
    assertThat(machine.note(log, "north", 3))
        .isEqualTo(
            "local jobs of north: 4 of log kth.swf on 3 nodes, 1 of them later than in the log"
                + " because nodes were taken, 1 dropped because they are larger than all nodes"
                + " together");
  }

  @Test
  void tooManyPartsAreRefused() {
    var jobs = new TraceJob[51];
    for (int id = 0; id < jobs.length; id++) {
      jobs[id] = job(id, 0, 0, 1, 100_000);
    }

    assertThatThrownBy(() -> LoggedMachine.of(log(jobs), 100_000, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its jobs have more than 5000000 parts on nodes");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void placesJobsAsTheNaiveTwinAndNeverTwoAtOnce(long seed) {
    var random = new SplittableRandom(seed);
    for (int example = 0; example < 100; example++) {
      int nodes = 1 + random.nextInt(9);
      var jobs = new TraceJob[random.nextInt(1, 60)];
      long submit = random.nextInt(50);
      for (int id = 0; id < jobs.length; id++) {
        submit += random.nextInt(20);
        int run = 1 + random.nextInt(40);
        jobs[id] = job(id, submit, random.nextInt(-1, 30), run, 1 + random.nextInt(11));
      }
      var trace = log(jobs);

      var machine = LoggedMachine.of(trace, nodes, 0);

      assertThat(machine.parts()).isEqualTo(naive(trace, nodes));
      var byNode = new TreeMap<Integer, Span>();
      for (var part : machine.parts()) { // in the order of starts
        var before = byNode.put(part.node(), part.span());
        assertThat(before == null || before.end() <= part.span().start()).isTrue();
      }
      long fitting = Arrays.stream(jobs).filter(job -> job.processors() <= nodes).count();
      assertThat(machine.jobs()).isEqualTo((int) fitting);
      assertThat(machine.tooLarge()).isEqualTo(jobs.length - (int) fitting);
    }
  }

  /** Places the jobs; sorts all nodes again for each job. */
  private static List<Part> naive(Trace trace, int nodes) {
    var freeAt = new long[nodes];
    var parts = new ArrayList<Part>();
    var jobs = new ArrayList<>(trace.jobs());
    jobs.sort(
        Comparator.<TraceJob>comparingLong(
                job -> job.submitTicks() + (job.waitTicks() < 0 ? 0 : job.waitTicks()))
            .thenComparingLong(TraceJob::id));
    for (var job : jobs) {
      if (job.processors() <= nodes) {
        var order = new ArrayList<Integer>();
        for (int node = 0; node < nodes; node++) {
          order.add(node);
        }
        order.sort(Comparator.comparingLong(node -> freeAt[node])); // stable sort
        var taken = order.subList(0, job.processors());
        long start = job.submitTicks() + (job.waitTicks() < 0 ? 0 : job.waitTicks());
        for (int node : taken) {
          start = Math.max(start, freeAt[node]);
        }
        for (int node : taken) {
          freeAt[node] = start + job.runTicks();
          parts.add(new Part(node, new Span(start, freeAt[node])));
        }
      }
    }
    return parts;
  }

  private static Part part(int node, long start, long end) {
    return new Part(node, new Span(start * S, end * S));
  }

  private static TraceJob job(long id, long submit, long wait, long run, int processors) {
    long waited = wait < 0 ? TraceJob.UNKNOWN_WAIT : wait * S;
    return new TraceJob(id, submit * S, run * S, processors, run * S, 1, false, run * S, waited);
  }

  private static Trace log(TraceJob... jobs) {
    return new Trace("log", List.of(jobs), Integer.MAX_VALUE, new TreeMap<>(), new TreeMap<>(), 0);
  }
}
