package io.metasched.lab.bench.whatif;

import io.metasched.resource.profile.CapacitySlots;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.resource.provider.ProviderBook;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.CandidateSlot;
import io.metasched.resource.provider.probe.CandidateStarts;
import io.metasched.resource.provider.probe.ClusterState;
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

/**
 * Full cluster with a queue, and requests for reservations on it. The jobs are those of {@code
 * bench replay}. The requests have the sizes and run times of such jobs. Their windows combine each
 * book-ahead time of the what-if paper with each width of that paper.
 */
final class ProbeFixture {
  /** Hours from now to the earliest start. */
  static final List<Integer> BOOK_AHEAD_HOURS = List.of(0, 2, 4, 6, 12, 24);

  /** Number of requests of one book-ahead time. */
  static final int WIDTHS = 6;

  private static final long TICKS = TraceJob.TICKS_PER_SECOND;
  private static final long HOUR = 3600 * TICKS;
  private static final int[] WIDTH_HOURS = {0, 1, 2, 5, 10, 30};
  private static final int MOST_PROCESSORS = 128;
  private static final int REQUEST_NUMBER = Integer.MAX_VALUE - 1;
  private static final ReservationProbe PROBE =
      new ReservationProbe(
          AvailabilityMethods.named("what-if", MetricWeights.EQUAL).orElseThrow(),
          new CandidateStarts(20, 60 * TICKS));

  private final ProviderBook book;
  private final List<ReservationRequest> requests;

  /**
   * Fills a cluster.
   *
   * @param jobs number of queued jobs
   * @param backlogHours hours for which these jobs would keep all processors busy
   */
  ProbeFixture(int jobs, int backlogHours) {
    var flow = flow(3 * jobs + 10_000).iterator();
    book = cluster(jobs, backlogHours, flow);
    requests = requests(flow);
  }

  int processors() {
    return book.processors();
  }

  /** Returns the requests of one book-ahead time. */
  List<ReservationRequest> requests(int aheadHours) {
    int first = WIDTHS * BOOK_AHEAD_HOURS.indexOf(aheadHours);
    return requests.subList(first, first + WIDTHS);
  }

  /** Creates the original plan. */
  ExecutionPlans plans() {
    return ExecutionPlans.of(book, 0);
  }

  /** Returns the state of the cluster with these plans. */
  ClusterState with(ExecutionPlans plans) {
    return new ClusterState(book, 0, plans);
  }

  /** Returns the state of the cluster, in which each plan is computed from scratch. */
  ClusterState fromScratch() {
    return with(ExecutionPlans.fromScratch(book, 0));
  }

  /** Probes for a reservation in a state of the cluster. */
  static List<CandidateSlot> probe(ReservationRequest request, ClusterState state) {
    return PROBE.probe(request, state);
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
