package io.metasched.simulation.system.whatif.report;

import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Facts of a run for its page; times in ticks.
 *
 * @param processors number of processors of each cluster
 * @param localScheduler local scheduler of all clusters
 * @param headPromise whether reservations respect the first job of a queue, as text
 * @param candidates maximum number of rated starts
 * @param leastGapTicks minimum distance between two rated starts
 * @param weights weights of the metrics of plans, as text; only those that are not 0
 * @param requests number of requests
 * @param coAllocated number of requests for several clusters
 * @param jobs number of jobs
 */
record ShownFacts(
    List<Integer> processors,
    String localScheduler,
    String headPromise,
    int candidates,
    long leastGapTicks,
    String weights,
    int requests,
    long coAllocated,
    int jobs) {

  private record Named(String name, double weight) {}

  /** Returns the facts of a run. */
  static ShownFacts of(WhatIfRun run) {
    var facts = run.facts();
    var weights =
        Stream.of(
            new Named("makespan", facts.makespanWeight()),
            new Named("completion", facts.completionWeight()),
            new Named("slowdown", facts.slowdownWeight()),
            new Named("utilisation", facts.utilisationWeight()));
    return new ShownFacts(
        facts.processors(),
        facts.localScheduler(),
        RowFormat.lowerCase(facts.headPromise()),
        facts.candidates(),
        facts.leastGapTicks(),
        weights
            .filter(each -> each.weight() > 0)
            .map(each -> "%s %s".formatted(each.name(), each.weight()))
            .collect(Collectors.joining(", ")),
        run.requests().size(),
        run.requests().stream().filter(row -> row.clusters() > 1).count(),
        run.jobs().size());
  }
}
