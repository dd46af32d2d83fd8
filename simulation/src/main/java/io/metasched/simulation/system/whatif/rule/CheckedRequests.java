package io.metasched.simulation.system.whatif.rule;

import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.NaiveCluster.NaiveJob;
import io.metasched.simulation.system.whatif.rule.NaiveCluster.Taken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * State of the clusters at each request, rebuilt from the rows of a run: running and waiting jobs
 * and reservations when the request was handled. Cost: O(n) per request, for n jobs and requests.
 */
public final class CheckedRequests {
  private final WhatIfRun run;
  private final TreeMap<Long, List<SlotRow>> slots = new TreeMap<>();
  private final TreeMap<Long, List<ProbeRow>> probes = new TreeMap<>();

  public CheckedRequests(WhatIfRun run) {
    this.run = run;
    run.slots()
        .forEach(row -> slots.computeIfAbsent(row.request(), r -> new ArrayList<>()).add(row));
    run.probes()
        .forEach(row -> probes.computeIfAbsent(row.request(), r -> new ArrayList<>()).add(row));
  }

  /** Returns the slots that were reported for a request. */
  public List<SlotRow> slots(RequestRow request) {
    return slots.getOrDefault(request.id(), List.of());
  }

  /** Returns the answers of clusters to a request. */
  public List<ProbeRow> probes(RequestRow request) {
    return probes.getOrDefault(request.id(), List.of());
  }

  /** Returns the state of a cluster when a request was handled. */
  NaiveCluster cluster(int index, RequestRow request) {
    long now = request.submit();
    var cluster = empty(run, index);
    for (var job : run.jobs()) {
      if (job.cluster() != index || job.submit() > now) {
        continue;
      }
      if (job.start() >= now || job.start() < 0) {
        cluster.submit(naive(job));
      } else if (job.end() > now) {
        cluster.run(naive(job), job.start());
      }
    }
    for (var other : run.requests()) {
      if (other.id() == request.id()) {
        break;
      }
      boolean isThere =
          other.isGranted()
              && other.places().contains(index)
              && (other.withdrawn() < 0 || other.withdrawn() > now)
              && other.end() > now;
      if (isThere) {
        cluster.reserve(new Taken(other.processors(), other.start(), other.end()));
      }
    }
    return cluster;
  }

  /** Returns an empty cluster of a run. */
  static NaiveCluster empty(WhatIfRun run, int index) {
    int processors = run.facts().processors().get(index);
    return new NaiveCluster(processors, run.facts().localScheduler().equals("easy-sjf"));
  }

  static NaiveJob naive(WhatIfJobRow job) {
    return new NaiveJob(
        job.id(),
        job.submit(),
        job.processors(),
        job.limitTicks(),
        job.likelyTicks(),
        job.runTicks());
  }

  /** Returns the processors of a request's part at a start. */
  static Taken at(RequestRow request, long start) {
    return new Taken(request.processors(), start, start + request.durationTicks());
  }

  /** Returns the first waiting job at a cluster when a request is handled; null if none waits. */
  static @Nullable WhatIfJobRow head(WhatIfRun run, int cluster, long now) {
    for (var job : run.jobs()) {
      boolean waits = job.cluster() == cluster && job.submit() <= now && job.start() >= now;
      if (waits) {
        return job;
      }
    }
    return null;
  }

  /**
   * Placement, as computed by the checker.
   *
   * @param clusters indices of the clusters, ascending
   */
  public record Option(long start, List<Integer> clusters, double availability) {}

  /**
   * Returns the placements that may be tried for a request, in the order of the client's
   * preference, from the reported slots.
   */
  List<Option> options(RequestRow request) {
    SortedMap<Long, List<SlotRow>> byStart = new TreeMap<>();
    for (var slot : slots(request)) {
      if (slot.availability() > 0) {
        byStart.computeIfAbsent(slot.start(), s -> new ArrayList<>()).add(slot);
      }
    }
    var options = new ArrayList<Option>();
    byStart.forEach(
        (start, rows) -> {
          rows.sort(
              Comparator.comparingDouble(SlotRow::availability)
                  .reversed()
                  .thenComparingInt(SlotRow::cluster));
          if (request.clusters() == 1) {
            rows.forEach(
                row -> options.add(new Option(start, List.of(row.cluster()), row.availability())));
          } else if (rows.size() >= request.clusters()) {
            var best = rows.subList(0, request.clusters());
            options.add(
                new Option(
                    start,
                    best.stream().map(SlotRow::cluster).sorted().toList(),
                    best.get(best.size() - 1).availability()));
          }
        });
    options.sort(
        Comparator.comparingDouble((Option option) -> -score(request, option))
            .thenComparingLong(Option::start)
            .thenComparing(option -> option.clusters().get(0)));
    return options;
  }

  private static double score(RequestRow request, Option option) {
    long width = request.due() - request.durationTicks() - request.ready();
    double part = width <= 0 ? 0 : (option.start() - request.ready()) / (double) width;
    double timely = request.isEarlyBetter() ? 1 - part : part;
    return request.impactShare() * option.availability() + (1 - request.impactShare()) * timely;
  }
}
