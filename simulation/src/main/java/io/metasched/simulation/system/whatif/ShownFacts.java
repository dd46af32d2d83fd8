package io.metasched.simulation.system.whatif;

import io.metasched.simulation.rows.RowFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The facts of a run as its page has them; times in ticks.
 *
 * @param processors of each cluster
 * @param localScheduler of all clusters
 * @param headPromise whether reservations respect the first job of a queue, as text
 * @param candidates how many starts are rated at most
 * @param leastGapTicks between two of them
 * @param weights of what plans are measured by, as text; those that are not 0
 * @param requests how many there are
 * @param coAllocated how many of them need several clusters
 * @param jobs how many there are
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

  /** The facts of a run. */
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
