package io.metasched.lab.campaign;

import io.metasched.lab.check.SiteTable;
import io.metasched.lab.check.SiteTable.Span;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import io.metasched.service.site.slurm.SiteReservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Recorder of the jobs and reservations of a simulated Slurm, which it reads all the time. A
 * recorded span is from the first to the last reading, so that none is longer than in reality.
 */
final class SiteRecorder implements AutoCloseable {
  /** Beginning of the names of an agent's reservations and jobs. */
  static final String OURS = "ms-";

  private static final int PREFIX = "ms-00000000-".length();
  private static final long LOOK_MILLIS = 20;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_GAP = Duration.ofMillis(200).toNanos(); // between readings

  private final FakeSlurm slurm;
  private final UnaryOperator<String> atService; // name of a node
  private final Map<String, List<String>> localNodes = new TreeMap<>(); // guarded by this, as below
  private final Map<String, Job> jobs = new LinkedHashMap<>();
  private final Map<SiteReservation, Span> holds = new LinkedHashMap<>(); // at the last reading
  private final List<SiteTable.Hold> gone = new ArrayList<>();
  private final List<Span> restless = new ArrayList<>();
  private long last = nanos(Instant.now());
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();

  /** Job as seen so far. */
  private static final class Job {
    SiteJob seen;
    long seenAt;
    final List<Span> waiting = new ArrayList<>();
    final List<Span> running = new ArrayList<>();

    Job(SiteJob seen) {
      this.seen = seen;
    }

    void see(SiteJob job, long last, long now) {
      seen = job;
      seenAt = now;
      if (job.state() == SiteJobState.PENDING) {
        extend(waiting, last, now);
      } else if (job.state() == SiteJobState.RUNNING) {
        extend(running, last, now);
      }
    }

    private static void extend(List<Span> spans, long last, long now) {
      int end = spans.size() - 1;
      if (end >= 0 && spans.get(end).until() == last) {
        spans.set(end, new Span(spans.get(end).from(), now));
      } else {
        spans.add(new Span(now, now));
      }
    }
  }

  /**
   * Starts to record.
   *
   * @param atService returns the name of a node at the service
   */
  SiteRecorder(FakeSlurm slurm, UnaryOperator<String> atService) {
    this.slurm = slurm;
    this.atService = atService;
    var unused =
        ticker.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  static long nanos(Instant time) {
    return time.getEpochSecond() * SECOND + time.getNano();
  }

  /** Records the nodes for which a job of a local user waits. */
  synchronized void expect(String name, List<String> nodes) {
    localNodes.put(name, nodes);
  }

  /** Records that site or service cannot work as usual. */
  synchronized void restless(Instant from, Instant until) {
    restless.add(new Span(nanos(from), nanos(until)));
  }

  private synchronized void look() {
    long now = nanos(Instant.now());
    if (now - last > LONGEST_GAP) {
      restless.add(new Span(last, now + SECOND)); // the machine is busy
    }
    for (var job : slurm.jobs()) {
      jobs.computeIfAbsent(job.id() + " " + job.name(), key -> new Job(job)).see(job, last, now);
    }
    var present = new LinkedHashMap<SiteReservation, Span>();
    for (var each : slurm.reservations()) {
      if (each.name().startsWith(OURS)) {
        var hold = each.withIsActive(false);
        long since = holds.containsKey(hold) ? holds.get(hold).from() : now;
        present.put(hold, new Span(since, now));
      }
    }
    holds.keySet().removeAll(present.keySet());
    holds.forEach((hold, existed) -> gone.add(hold(hold, existed)));
    holds.clear();
    holds.putAll(present);
    last = now;
  }

  private SiteTable.Hold hold(SiteReservation hold, Span existed) {
    var time = new Span(nanos(hold.start()), nanos(hold.end()));
    var node = atService.apply(hold.nodes().get(0));
    return new SiteTable.Hold(hold.name().substring(PREFIX), node, time, existed);
  }

  /** Returns whether the site has no reservation for the service. */
  synchronized boolean isClean() {
    return holds.isEmpty();
  }

  /** Returns all that was recorded. */
  synchronized SiteTable table(String domain, boolean isAdvised, Duration lead) {
    var allHolds = new ArrayList<>(gone);
    holds.forEach(
        (hold, existed) -> allHolds.add(hold(hold, new Span(existed.from(), Long.MAX_VALUE))));
    var allJobs = jobs.values().stream().map(this::job).toList();
    return new SiteTable(domain, isAdvised, lead.toNanos(), allJobs, allHolds, restless);
  }

  private SiteTable.Job job(Job job) {
    var seen = job.seen;
    boolean isLocal = !seen.name().startsWith(OURS);
    var nodes = localNodes.getOrDefault(seen.name(), seen.nodes());
    return new SiteTable.Job(
        seen.id(),
        isLocal ? seen.name() : seen.name().substring(PREFIX),
        isLocal,
        nodes.stream().map(atService).toList(),
        seen.limit().orElseThrow().toNanos(),
        job.waiting,
        job.running,
        seen.state().isOver() || job.seenAt < last);
  }

  @Override
  public void close() {
    ticker.shutdownNow();
  }
}
