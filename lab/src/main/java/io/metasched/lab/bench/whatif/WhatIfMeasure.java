package io.metasched.lab.bench.whatif;

import io.metasched.lab.bench.Jmh;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.CandidateSlot;
import io.metasched.resource.provider.probe.ExecutionPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Measurement of probes on a full cluster with a queue, after a comparison of their answers. */
final class WhatIfMeasure {
  private static final int METHODS = 2;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Jmh jmh;
  private final List<String> faults;

  /** Times and plans of the probes with one book-ahead time, or with all. */
  private static final class Sums {
    private int aheads;
    private double millis;
    private double scratchMillis;
    private int plans;
    private int unchanged;
    private long moved;

    void add(ExecutionPlan plan, ExecutionPlan original) {
      int different = plan.movedFrom(original);
      plans++;
      unchanged += different == 0 ? 1 : 0;
      moved += different;
    }

    void add(Sums other) {
      aheads += other.aheads;
      millis += other.millis;
      scratchMillis += other.scratchMillis;
      plans += other.plans;
      unchanged += other.unchanged;
      moved += other.moved;
    }
  }

  /**
   * Creates a measurement.
   *
   * @param faults receives the differences
   */
  WhatIfMeasure(Jmh jmh, List<String> faults) {
    this.jmh = jmh.dividedBy(METHODS);
    this.faults = faults;
  }

  /** Returns a row for each book-ahead time, and one for all. */
  List<WhatIfRow> rows(int jobs, int backlogHours) {
    var ground = new ProbeFixture(jobs, backlogHours);
    double originalMillis =
        jmh.times(
                    WhatIfBenchmark.class,
                    "original",
                    Map.of("jobs", jobs, "backlogHours", backlogHours))
                .p50()
            / NANOS_PER_MILLI;
    var rows = new ArrayList<WhatIfRow>();
    var all = new Sums();
    for (int ahead : ProbeFixture.BOOK_AHEAD_HOURS) {
      var sums = new Sums();
      ground.requests(ahead).forEach(request -> compare(ground, request, sums));
      sums.aheads = 1;
      sums.millis = millis("probe", jobs, backlogHours, ahead);
      sums.scratchMillis = millis("scratch", jobs, backlogHours, ahead);
      all.add(sums);
      rows.add(row(jobs, backlogHours, OptionalInt.of(ahead), ground, sums, originalMillis));
    }
    rows.add(row(jobs, backlogHours, OptionalInt.empty(), ground, all, originalMillis));
    return rows;
  }

  private double millis(String method, int jobs, int backlogHours, int ahead) {
    return jmh.times(
                WhatIfBenchmark.class,
                method,
                Map.of("jobs", jobs, "backlogHours", backlogHours, "aheadHours", ahead))
            .mean()
        / NANOS_PER_MILLI;
  }

  private static WhatIfRow row(
      int jobs,
      int backlogHours,
      OptionalInt ahead,
      ProbeFixture ground,
      Sums sums,
      double originalMillis) {
    return new WhatIfRow(
        jobs,
        backlogHours,
        ahead,
        ground.processors(),
        sums.plans,
        (double) sums.unchanged / Math.max(1, sums.plans),
        (double) sums.moved / jobs / Math.max(1, sums.plans),
        originalMillis,
        sums.millis / sums.aheads,
        sums.scratchMillis / sums.aheads);
  }

  private void compare(ProbeFixture ground, ReservationRequest request, Sums sums) {
    var plans = ground.plans();
    var slots = ProbeFixture.probe(request, ground.with(plans));
    for (var slot : slots) {
      slot.plan().ifPresent(plan -> sums.add(plan, plans.original()));
    }
    if (!areEqual(slots, ProbeFixture.probe(request, ground.fromScratch()))) {
      faults.add("%s: the slots differ from those of plans from scratch".formatted(request));
    }
  }

  private static boolean areEqual(List<CandidateSlot> some, List<CandidateSlot> others) {
    boolean equal = some.size() == others.size();
    for (int i = 0; i < some.size() && equal; i++) {
      var one = some.get(i);
      var other = others.get(i);
      equal =
          one.startTick() == other.startTick()
              && one.availability() == other.availability()
              && one.plan().isPresent() == other.plan().isPresent()
              && one.plan().map(plan -> startsAs(plan, other)).orElse(true);
    }
    return equal;
  }

  private static boolean startsAs(ExecutionPlan plan, CandidateSlot other) {
    return plan.startsAs(other.plan().orElseThrow());
  }
}
