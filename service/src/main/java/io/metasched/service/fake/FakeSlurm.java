package io.metasched.service.fake;

import io.metasched.service.site.slurm.AccountedJob;
import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.NewReservation;
import io.metasched.service.site.slurm.ReservationChange;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteNode;
import io.metasched.service.site.slurm.SiteReservation;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmRefusal;
import io.metasched.service.site.slurm.SlurmRefusal.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Simulated Slurm in memory, driven by a clock: whole nodes of one partition, without accounting.
 * The responses match responses measured with Slurm 22.05.8. The scheduler runs every 0.5 s. Time
 * limits are checked every 30 s; a job that ignores TERM is killed 5 s later. Cost of a command:
 * one copy of the state. Thread-safe.
 */
public final class FakeSlurm implements SlurmCommands {
  private static final long PERIOD_MILLIS = 500;
  private static final Duration REMEMBERED = Duration.ofSeconds(30);

  private final Clock clock;
  private final Function<BatchSubmission, FakeBatch> behavior;
  private final Deque<Saved> saved = new ArrayDeque<>();
  private final List<Started> starts = new ArrayList<>();
  private final PriorityQueue<Late> late = new PriorityQueue<>();
  private FakeSite site;
  private Instant last; // time of the last pass of the scheduler
  private @Nullable Instant changed; // time of the last command since that pass
  private long lateCount;
  private boolean isAdvancing;

  /** State from an instant on. */
  private record Saved(Instant from, FakeSite site) {}

  /** Delayed command; commands due at the same time arrive in the order in which they were sent. */
  private record Late(Instant at, long number, Runnable command) implements Comparable<Late> {
    @Override
    public int compareTo(Late other) {
      int order = at.compareTo(other.at);
      return order == 0 ? Long.compare(number, other.number) : order;
    }
  }

  /**
   * Start of a job's script.
   *
   * @param name name of the job
   * @param nodes nodes on which it ran
   */
  public record Started(long id, String name, List<String> nodes, Instant at) {}

  /**
   * Creates a site without jobs and reservations.
   *
   * @param nodes names of the nodes, at least one
   * @param behavior function that returns the behavior of a job's script
   */
  public FakeSlurm(Clock clock, List<String> nodes, Function<BatchSubmission, FakeBatch> behavior) {
    this.clock = clock;
    this.behavior = behavior;
    site = new FakeSite(nodes);
    last = clock.instant();
    saved.add(new Saved(last, site.copy()));
  }

  // commands of the administrator

  /** Drains a node. Its current job may finish. */
  public synchronized void drain(String node, String reason) {
    advance();
    site.drain(node, reason);
    save();
  }

  public synchronized void resume(String node) {
    drain(node, "");
  }

  /** Takes a node down, which ends its jobs, until it is resumed. */
  public synchronized void fail(String node, String reason) {
    advance();
    site.fail(node, reason, clock.instant());
    save();
  }

  /** Creates a maintenance reservation on nodes, even if it overlaps other reservations. */
  public synchronized void maintain(String name, Instant start, Instant end, List<String> nodes)
      throws SlurmRefusal {
    advance();
    var flags = new TreeSet<>(List.of("MAINT"));
    var reservation =
        new SiteReservation(
            name,
            FakeSite.whole(start),
            FakeSite.whole(end),
            nodes,
            flags,
            false,
            List.of("root"),
            List.of());
    reserve(reservation);
  }

  /** Creates a reservation of the site. */
  public synchronized void reserve(SiteReservation reservation) throws SlurmRefusal {
    advance();
    site.create(reservation, clock.instant());
    save();
  }

  /**
   * Kills and restarts the controller, which loses the most recent commands. Jobs missing from the
   * restored state are killed; jobs restored as waiting start again.
   *
   * @param lost length of the interval before now whose changes are lost, up to 30 s
   */
  public synchronized void crash(Duration lost) {
    advance();
    var now = clock.instant();
    while (saved.size() > 1 && saved.getLast().from().isAfter(now.minus(lost))) {
      saved.removeLast();
    }
    site = saved.getLast().site().copy();
    changed = now;
  }

  /** Returns all starts of scripts in order, including jobs that the controller no longer has. */
  public synchronized List<Started> starts() {
    advance();
    return List.copyOf(starts);
  }

  /** Ends a job whose script has ended. */
  synchronized void finish(long id, int code) {
    advance();
    var now = clock.instant();
    site.job(id)
        .filter(FakeJob::isRunning)
        .ifPresent(
            job -> {
              job.exit(code, now);
              job.finish();
            });
    save();
  }

  /** Returns whether a job was sent TERM, because of a cancellation or of its limit. */
  synchronized boolean isTerminated(long id) {
    advance();
    var now = clock.instant();
    return site.job(id).filter(job -> job.isRunning() && job.isTerminated(now)).isPresent();
  }

  /** Returns whether a job is sent KILL, because it is over or unknown. */
  synchronized boolean isKilled(long id) {
    advance();
    return site.job(id).filter(FakeJob::isRunning).isEmpty();
  }

  /** Delays the execution of a command. */
  synchronized void later(Duration delay, Runnable command) {
    late.add(new Late(clock.instant().plus(delay), lateCount++, command));
  }

  // time

  private void advance() {
    if (isAdvancing) {
      return; // a delayed command is in progress
    }
    isAdvancing = true;
    var now = clock.instant();
    for (var next = late.peek(); next != null && !next.at().isAfter(now); next = late.peek()) {
      late.poll();
      passUntil(next.at());
      next.command().run();
    }
    passUntil(now);
    isAdvancing = false;
  }

  private void passUntil(Instant now) {
    while (true) {
      var due = site.changes(last).min(Instant::compareTo).orElse(Instant.MAX);
      if (changed != null && changed.isBefore(due)) {
        due = changed;
      }
      if (due.isAfter(now)) {
        return;
      }
      long millis = -Math.floorDiv(-due.toEpochMilli() - 1, PERIOD_MILLIS) * PERIOD_MILLIS;
      var pass = Instant.ofEpochMilli(millis); // first pass after the due time
      if (pass.isAfter(now)) {
        return;
      }
      last = pass;
      changed = null;
      for (var start : site.step(pass)) {
        var job = start.job();
        starts.add(new Started(job.id, job.job.name(), job.job.nodes(), start.at()));
      }
      saveAs(pass);
    }
  }

  /** Saves the state after a command. */
  private void save() {
    var now = clock.instant();
    changed = now;
    saveAs(now);
  }

  private void saveAs(Instant time) {
    var oldest = time.minus(REMEMBERED);
    saved.addLast(new Saved(time, site.copy()));
    while (saved.size() > 1 && !second().from().isAfter(oldest)) {
      saved.removeFirst();
    }
  }

  private Saved second() {
    var both = saved.iterator();
    both.next();
    return both.next();
  }

  // commands

  @Override
  public synchronized List<SiteNode> nodes() {
    advance();
    return site.nodes(clock.instant());
  }

  /** Returns no times: no simulated node is booted. */
  @Override
  public SortedMap<String, Instant> bootTimes() {
    return new TreeMap<>();
  }

  @Override
  public synchronized List<SiteJob> jobs() {
    advance();
    return site.jobViews();
  }

  @Override
  public List<AccountedJob> accounted(Collection<String> names, Instant since) throws SlurmRefusal {
    throw new SlurmRefusal(Reason.NO_ACCOUNTING, "Slurm accounting storage is disabled");
  }

  @Override
  public synchronized List<SiteReservation> reservations() {
    advance();
    return site.reservations(clock.instant());
  }

  @Override
  public synchronized void create(NewReservation request) throws SlurmRefusal {
    advance();
    var reservation =
        new SiteReservation(
            request.name(),
            FakeSite.whole(request.start()),
            FakeSite.whole(request.end()),
            request.nodes(),
            new TreeSet<>(),
            false,
            request.users(),
            request.accounts());
    site.create(reservation, clock.instant());
    save();
  }

  @Override
  public synchronized void update(String name, ReservationChange change) throws SlurmRefusal {
    advance();
    site.update(name, change, clock.instant());
    save();
  }

  @Override
  public synchronized void delete(String name) throws SlurmRefusal {
    advance();
    site.delete(name);
    save();
  }

  @Override
  public synchronized long submit(BatchSubmission job) throws SlurmRefusal {
    advance();
    long id = site.submit(job, behavior.apply(job), clock.instant());
    save();
    return id;
  }

  @Override
  public synchronized void cancel(Collection<Long> ids) {
    advance();
    var now = clock.instant();
    for (var id : ids) {
      site.job(id)
          .ifPresent(
              job -> {
                if (job.waits()) {
                  job.withdraw(now);
                } else if (job.cancelled == null) {
                  job.cancelled = now;
                }
              });
    }
    save();
  }

  @Override
  public synchronized void extend(long id, Instant end) throws SlurmRefusal {
    advance();
    var job = site.job(id).filter(FakeJob::isRunning);
    if (job.isEmpty()) {
      throw new SlurmRefusal(Reason.INVALID, "Job is not running");
    }
    job.get().limitEnd = end;
    save();
  }

  @Override
  public synchronized void signal(Collection<Long> ids, String signal) {
    advance();
    var now = clock.instant();
    for (var id : ids) {
      site.job(id).filter(FakeJob::isRunning).ifPresent(job -> job.signal(signal, now));
    }
    save();
  }
}
