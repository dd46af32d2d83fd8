package io.metasched.lab.bench.whatif;

import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.CandidateSlot;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.ClusterState;
import io.metasched.resource.provider.probe.ExecutionPlan;
import io.metasched.resource.provider.probe.ExecutionPlans;
import io.metasched.resource.provider.probe.ReservationProbe;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.resource.whatif.MetricWeights;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.RequestTraits;
import io.metasched.simulation.workload.RigidWorkload;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Measurement of probes on a full cluster with a queue. The jobs are those of {@code bench replay}.
 * The requests have sizes and run times of such jobs, and the windows of the what-if paper: each of
 * its book-ahead times with each of its widths. Times are processor times of the thread: the other
 * load of the machine does not count.
 */
final class WhatIfMeasure {
  private static final long TICKS = TraceJob.TICKS_PER_SECOND;
  private static final long HOUR = 3600 * TICKS;
  private static final int[] BOOK_AHEAD_HOURS = {0, 2, 4, 6, 12, 24};
  private static final int[] WIDTH_HOURS = {0, 1, 2, 5, 10, 30};
  private static final double MILLIS = 1000; // of a second
  private static final int MOST_PROCESSORS = 128;
  private static final int REQUEST_NUMBER = Integer.MAX_VALUE - 1;
  private static final ReservationProbe PROBE =
      new ReservationProbe(
          AvailabilityMethods.named("what-if", MetricWeights.EQUAL).orElseThrow(),
          new CandidateStarts(20, 60 * TICKS));

  private final StoppingRule rule;
  private final List<String> faults;

  /** Times and plans of the probes with one book-ahead time. */
  private static final class Sums {
    private int probes;
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
      probes += other.probes;
      millis += other.millis;
      scratchMillis += other.scratchMillis;
      plans += other.plans;
      unchanged += other.unchanged;
      moved += other.moved;
    }
  }

  /**
   * @param faults receives the differences
   */
  WhatIfMeasure(StoppingRule rule, List<String> faults) {
    this.rule = rule;
    this.faults = faults;
  }

  /** Returns a row for each book-ahead time, and one for all. */
  List<WhatIfRow> rows(int jobs, int backlogHours) {
    var flow = flow(3 * jobs + 10_000).iterator();
    var book = cluster(jobs, backlogHours, flow);
    var requests = requests(flow);
    var sums = new ArrayList<Sums>();
    for (int i = 0; i < BOOK_AHEAD_HOURS.length; i++) {
      sums.add(new Sums());
    }
    long begun = System.nanoTime();
    var originals = new ArrayList<Double>();
    int rounds = 0;
    while (rounds == 0 || !rule.isEnough(rounds, System.nanoTime() - begun)) {
      for (int i = 0; i < requests.size() && faults.isEmpty(); i++) {
        var plans = plans(book, originals);
        probe(requests.get(i), book, plans, sums.get(i / WIDTH_HOURS.length));
      }
      rounds++;
    }
    double originalMillis = Quantiles.median(originals);
    var rows = new ArrayList<WhatIfRow>();
    var all = new Sums();
    for (int i = 0; i < sums.size(); i++) {
      all.add(sums.get(i));
      var ahead = OptionalInt.of(BOOK_AHEAD_HOURS[i]);
      rows.add(row(jobs, backlogHours, ahead, book, sums.get(i), originalMillis));
    }
    rows.add(row(jobs, backlogHours, OptionalInt.empty(), book, all, originalMillis));
    return rows;
  }

  /** Makes the original plan, and adds the time that this took to {@code millis}. */
  private static ExecutionPlans plans(ProviderBook book, List<Double> millis) {
    double begun = Measurements.processorSeconds();
    var plans = ExecutionPlans.of(book, 0);
    millis.add(MILLIS * (Measurements.processorSeconds() - begun));
    return plans;
  }

  private static WhatIfRow row(
      int jobs,
      int backlogHours,
      OptionalInt ahead,
      ProviderBook book,
      Sums sums,
      double originalMillis) {
    double probes = Math.max(1, sums.probes);
    return new WhatIfRow(
        jobs,
        backlogHours,
        ahead,
        book.processors(),
        sums.plans,
        (double) sums.unchanged / Math.max(1, sums.plans),
        (double) sums.moved / jobs / Math.max(1, sums.plans),
        originalMillis,
        sums.millis / probes,
        sums.scratchMillis / probes);
  }

  private void probe(
      ReservationRequest request, ProviderBook book, ExecutionPlans plans, Sums sums) {
    var state = new ClusterState(book, 0, plans);
    double t0 = Measurements.processorSeconds();
    var slots = PROBE.probe(request, state);
    double t1 = Measurements.processorSeconds();
    var scratch =
        PROBE.probe(request, new ClusterState(book, 0, ExecutionPlans.fromScratch(book, 0)));
    double t2 = Measurements.processorSeconds();
    sums.probes++;
    sums.millis += MILLIS * (t1 - t0);
    sums.scratchMillis += MILLIS * (t2 - t1);
    for (var slot : slots) {
      slot.plan().ifPresent(plan -> sums.add(plan, plans.original()));
    }
    if (!areEqual(slots, scratch)) {
      faults.add("%s: the slots are not those of plans from scratch".formatted(request));
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

  private static List<TraceJob> flow(int jobs) {
    var traits = new RequestTraits(1, 5, TICKS);
    return new RigidWorkload(jobs, 1, MOST_PROCESSORS, 60 * TICKS, 24 * HOUR, traits)
        .generate(new Seeds(1, "what-if", 0));
  }

  /**
   * Returns a cluster as large as its backlog demands, with {@code jobs} jobs queued after the
   * running ones.
   */
  private static ProviderBook cluster(int jobs, int backlogHours, Iterator<TraceJob> flow) {
    var first = new ArrayList<BatchJob>();
    double work = 0;
    for (int i = 0; i < jobs; i++) {
      var job = batchJob(flow.next());
      first.add(job);
      work += (double) job.processors() * job.limitTicks();
    }
    int processors = (int) Math.max(MOST_PROCESSORS, Math.round(work / (backlogHours * HOUR)));
    var book =
        new ProviderBook(
            processors,
            LocalSchedulers.named("easy").orElseThrow(),
            CapacitySlots.VARIABLE,
            HeadPromise.RESPECTED);
    first.forEach(book::submit);
    book.start(0, true);
    while (book.waiting() < jobs) {
      for (int missing = jobs - book.waiting(); missing > 0; missing--) {
        book.submit(batchJob(flow.next()));
      }
      book.start(0, true);
    }
    return book;
  }

  private static BatchJob batchJob(TraceJob job) {
    return new BatchJob((int) job.id(), 0, job.processors(), job.estimateTicks());
  }

  /** Returns a request for each window, by book-ahead time. */
  private static List<ReservationRequest> requests(Iterator<TraceJob> flow) {
    var requests = new ArrayList<ReservationRequest>();
    for (int ahead : BOOK_AHEAD_HOURS) {
      for (int width : WIDTH_HOURS) {
        var job = flow.next();
        long earliest = ahead * HOUR;
        requests.add(
            new ReservationRequest(
                REQUEST_NUMBER,
                earliest,
                earliest + width * HOUR + job.runTicks(),
                job.processors(),
                job.runTicks()));
      }
    }
    return requests;
  }
}
