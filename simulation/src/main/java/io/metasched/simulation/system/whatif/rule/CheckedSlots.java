package io.metasched.simulation.system.whatif.rule;

import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfFacts;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.NaiveCluster.NaiveJob;
import io.metasched.simulation.system.whatif.rule.NaiveCluster.Taken;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Recomputed slots of one request on one cluster, from the checker's own plans: the rated starts,
 * the plan for each, and its availability. Cost: a plan of {@link NaiveCluster} for each start.
 */
final class CheckedSlots {
  /**
   * Plan with a placeholder.
   *
   * @param starts starts of all jobs, by id
   */
  record Planned(SortedMap<Long, Long> starts, long makespan, double completion) {}

  private static final long PLACEHOLDER = -1;
  private static final double HALF = 0.5;

  private final WhatIfFacts facts;
  private final RequestRow request;
  private final NaiveCluster cluster;
  private final TreeMap<Long, NaiveJob> jobs = new TreeMap<>();
  private final long now;
  private final int processors;

  CheckedSlots(WhatIfRun run, RequestRow request, int index, NaiveCluster cluster) {
    facts = run.facts();
    this.request = request;
    this.cluster = cluster;
    now = request.submit();
    processors = facts.processors().get(index);
    for (var job : run.jobs()) {
      boolean isKnown =
          job.cluster() == index
              && job.submit() <= now
              && (job.start() < 0 || job.start() >= now || job.end() > now);
      if (isKnown) {
        long hasRun = job.start() >= 0 && job.start() < now ? now - job.start() : 0;
        jobs.put(job.id(), CheckedRequests.naive(job).planned(isPredicted(), hasRun));
      }
    }
  }

  /** Returns the rated starts, ascending. */
  SortedSet<Long> starts() {
    long first = Math.max(now, request.ready());
    long last = request.due() - request.durationTicks();
    var starts = new TreeSet<Long>();
    long count = Math.min(facts.candidates(), (last - first) / facts.leastGapTicks() + 1);
    for (long i = 0; i < count; i++) {
      starts.add(count == 1 ? first : first + (last - first) * i / (count - 1));
    }
    long job = isPlanning() ? startOfJob(withJob()) : -1;
    if (isPlanning() && job >= first && job <= last) {
      starts.add(job);
    }
    return starts;
  }

  /** Returns whether the method makes plans. */
  boolean isPlanning() {
    return facts.title().policy().startsWith("what-if");
  }

  /** Returns whether jobs in the method's plans end after their predicted run times. */
  private boolean isPredicted() {
    return facts.title().policy().equals("what-if-predicted");
  }

  /**
   * Returns whether the request can be reserved at a start, with respect to the promise to the
   * first job.
   */
  boolean isFree(long start) {
    boolean isRespected = facts.headPromise().name().equals("RESPECTED");
    var beside = isRespected ? cluster.headPromise(now) : List.<Taken>of();
    return cluster.fits(CheckedRequests.at(request, start), beside);
  }

  /**
   * Returns whether the request could be reserved at a start without the promise to the first job.
   */
  boolean isFreeButForHead(long start) {
    return cluster.fits(CheckedRequests.at(request, start), List.of());
  }

  /** Returns the plan without the request. */
  Planned original() {
    return planned(cluster.planned(isPredicted(), now).finish(now, List.of()));
  }

  /** Returns the plan with the request at a start. */
  Planned beside(long start) {
    var plan = cluster.planned(isPredicted(), now);
    plan.reserve(CheckedRequests.at(request, start));
    return planned(plan.finish(now, List.of()));
  }

  /** Returns the plan in which the request waits as the last job in the queue. */
  private SortedMap<Long, Long> withJob() {
    var plan = cluster.planned(isPredicted(), now);
    plan.submit(asJob());
    return plan.finish(now, List.of());
  }

  private static long startOfJob(SortedMap<Long, Long> starts) {
    return starts.getOrDefault(PLACEHOLDER, PLACEHOLDER);
  }

  private NaiveJob asJob() {
    long ticks = request.durationTicks();
    return new NaiveJob(PLACEHOLDER, now, request.processors(), ticks, ticks, ticks);
  }

  private Planned planned(SortedMap<Long, Long> starts) {
    long last = now;
    double sum = 0;
    for (var job : jobs.values()) {
      long end = starts.getOrDefault(job.id(), now) + job.endTicks();
      last = Math.max(last, end);
      sum += end - job.submit();
    }
    return new Planned(starts, last - now, jobs.isEmpty() ? 0 : sum / jobs.size());
  }

  /**
   * Returns the approximate end of the current work, as used by the method load; rounded up to a
   * tick.
   */
  long approximateEnd() {
    double work = HALF * cluster.work(now);
    var later = new ArrayList<>(cluster.reservations());
    while (true) {
      long end = now + (long) Math.ceil(work / processors);
      var before = later.stream().filter(each -> each.start() < end).toList();
      if (before.isEmpty()) {
        return end;
      }
      for (var each : before) {
        work += (double) each.processors() * (each.end() - Math.max(now, each.start()));
      }
      later.removeAll(before);
    }
  }

  /** Returns the backlog: work per processor in ticks, rounded down. */
  long backlog() {
    long work = cluster.work(now);
    for (var each : cluster.reservations()) {
      work += each.processors() * (each.end() - Math.max(now, each.start()));
    }
    return work / processors;
  }

  /**
   * Returns the availability of each start by the method; {@code plans} contains the free starts.
   */
  SortedMap<Long, Double> availabilities(SortedMap<Long, Planned> plans, SortedSet<Long> starts) {
    var all = new TreeMap<Long, Double>();
    switch (facts.title().policy()) {
      case "load" -> {
        long end = approximateEnd();
        starts.forEach(start -> all.put(start, start >= end ? 1.0 : 0.0));
      }
      case "what-if", "what-if-predicted" -> {
        var compared = new ArrayList<>(plans.entrySet());
        var values = new ArrayList<double[]>();
        var withJob = withJob();
        values.add(values(planned(withJob), startOfJob(withJob)));
        compared.forEach(each -> values.add(values(each.getValue(), each.getKey())));
        starts.forEach(start -> all.put(start, 0.0));
        for (int i = 0; i < compared.size(); i++) {
          all.put(compared.get(i).getKey(), weighted(values.get(i + 1), values));
        }
      }
      default -> starts.forEach(start -> all.put(start, isFree(start) ? 1.0 : 0.0));
    }
    return all;
  }

  private double weighted(double[] own, List<double[]> all) {
    var weights =
        new double[] {
          facts.makespanWeight(),
          facts.completionWeight(),
          facts.slowdownWeight(),
          facts.utilisationWeight()
        };
    double sum = 0;
    for (int metric = 0; metric < weights.length; metric++) {
      int at = metric;
      double least = all.stream().mapToDouble(values -> values[at]).min().orElse(0);
      sum += weights[metric] * (own[metric] == least ? 1 : least / own[metric]);
    }
    return Math.min(1, sum);
  }

  /**
   * Returns makespan, completion, slowdown and inverse utilisation of a plan with the request at a
   * start.
   */
  private double[] values(Planned plan, long start) {
    double slowdown = 0;
    double work = request.processors() * (double) request.durationTicks();
    long last = Math.max(now + plan.makespan(), start + request.durationTicks());
    for (var job : jobs.values()) {
      long began = plan.starts().getOrDefault(job.id(), now);
      long end = began + job.endTicks();
      slowdown += (end - job.submit()) / (double) job.limitTicks();
      work += (double) job.processors() * (end - Math.max(now, began));
    }
    for (var each : cluster.reservations()) {
      last = Math.max(last, each.end());
      work += (double) each.processors() * (each.end() - Math.max(now, each.start()));
    }
    return new double[] {
      plan.makespan(),
      plan.completion(),
      jobs.isEmpty() ? 0 : slowdown / jobs.size(),
      work > 0 ? (double) processors * (last - now) / work : 1
    };
  }

  /** Returns the delay of each job that {@code plan} starts later than {@code original}, by id. */
  static SortedMap<Long, Long> delays(Planned plan, Planned original) {
    var delays = new TreeMap<Long, Long>();
    plan.starts()
        .forEach(
            (id, start) -> {
              long before = original.starts().getOrDefault(id, start);
              if (start > before) {
                delays.put(id, start - before);
              }
            });
    return delays;
  }
}
