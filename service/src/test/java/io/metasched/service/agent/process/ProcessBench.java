package io.metasched.service.agent.process;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Benchmark of the throughput and the start delay of an agent's short runs. Arguments: an empty
 * folder, the number of runs, and the milliseconds between their booked starts (0: all as fast as
 * possible).
 */
final class ProcessBench {
  private ProcessBench() {}

  @SuppressWarnings("SystemOut")
  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[1]);
    long apart = Long.parseLong(args[2]);
    var told = new LinkedBlockingQueue<RunFact>();
    try (var executor =
        ProcessExecutor.open(TestedAgent.settings(Path.of(args[0])), Clock.systemUTC())) {
      System.out.println(executor.isolation());
      executor.listen(told::add);
      var begin = Instant.now();
      var first = begin.plus(Duration.ofMillis(apart == 0 ? 0 : 3000 + 5L * count));
      for (int i = 0; i < count; i++) {
        var spec = TestedAgent.spec("b" + i, "true");
        TestedAgent.get(executor.prepare(spec));
        var unused = executor.start(spec.id(), first.plusMillis(i * apart));
      }
      var prepared = Instant.now();
      // facts are repeated until they are acknowledged; each run counts once
      var late = new TreeMap<RunId, Long>();
      var over = new TreeSet<RunId>();
      while (over.size() < count) {
        var fact = told.take();
        if (fact instanceof RunFact.Started started) {
          var booked = first.plusMillis(index(fact.id()) * apart);
          late.putIfAbsent(fact.id(), Duration.between(booked, started.at()).toMillis());
        }
        if (fact.isFinal() && over.add(fact.id())) {
          var unused = executor.acknowledge(fact.id());
        }
      }
      System.out.printf(
          "%d runs, prepared at %.1f/s, in all %.1f/s%n",
          count, perSecond(count, begin, prepared), perSecond(count, begin, Instant.now()));
      if (apart > 0) {
        report(new ArrayList<>(late.values()));
      }
    }
  }

  private static double perSecond(int count, Instant from, Instant to) {
    return count * 1000.0 / Math.max(1, Duration.between(from, to).toMillis());
  }

  private static long index(RunId id) {
    return Long.parseLong(id.job().substring(1));
  }

  @SuppressWarnings("SystemOut")
  private static void report(List<Long> late) {
    late.sort(null);
    int size = late.size();
    System.out.printf(
        "start later than booked: p50 %d ms, p99 %d ms, most %d ms%n",
        late.get(size / 2), late.get(Math.min(size - 1, size * 99 / 100)), late.get(size - 1));
  }
}
