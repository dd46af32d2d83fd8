package io.metasched.lab.campaign;

import io.metasched.lab.check.SiteTable;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.fake.FaultySlurm;
import io.metasched.service.fake.ScriptedSlurm;
import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteReservation;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Simulated Slurm of a site with its local users, as a target of faults. */
final class TestedSlurm implements AutoCloseable {
  /** Reservation in which a site has lent its nodes. */
  static final String LENT = "vo";

  private static final String USER = System.getProperty("user.name");
  private static final boolean IS_ROOT = "root".equals(USER);
  private static final Duration LOAN = Duration.ofHours(1);
  private static final double FAULTS = 0.5; // fraction of commands, during such a fault
  private static final Duration MAINTENANCE = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(30); // of an administrator
  private static final long PAUSE_MILLIS = 100;

  private final SiteDraft draft;
  private final ScriptedSlurm slurm;
  private final SlurmServer server;
  private final SiteRecorder recorder;
  private final Thread users;
  private @Nullable FaultySlurm faults;
  private int number; // of the last action of the administrator

  /**
   * Starts the site, without local users.
   *
   * @param folder new folder for scripts
   */
  TestedSlurm(Path folder, SiteDraft draft, long seed) throws IOException {
    this.draft = draft;
    var clock = Clock.systemUTC();
    slurm =
        new ScriptedSlurm(
            folder,
            draft.namesAtSite(),
            site -> {
              faults = new FaultySlurm(site, clock, new SplittableRandom(seed), 0);
              return faults;
            });
    if (draft.right() == SiteDraft.Right.LENT) {
      lend(clock.instant());
    }
    server = new SlurmServer(slurm);
    recorder = new SiteRecorder(slurm.site(), draft::atService);
    users = new Thread(this::submitAll, "users of " + draft.domain());
    users.setDaemon(true);
  }

  /** Returns the user of the service's jobs; empty for the agent's user. */
  static String user() {
    return IS_ROOT ? "nobody" : "";
  }

  private void lend(Instant now) {
    var user = IS_ROOT ? user() : USER;
    try {
      site()
          .reserve(
              new SiteReservation(
                  LENT,
                  now.truncatedTo(ChronoUnit.SECONDS),
                  now.truncatedTo(ChronoUnit.SECONDS).plus(LOAN),
                  draft.soldAtSite(),
                  new TreeSet<>(),
                  false,
                  List.of(user),
                  List.of()));
    } catch (SlurmRefusal e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the port at which an agent finds the commands. */
  int port() {
    return server.port();
  }

  SiteRecorder recorder() {
    return recorder;
  }

  private FakeSlurm site() {
    return slurm.site();
  }

  // local users

  void startUsers() {
    users.start();
  }

  private void submitAll() {
    try {
      int count = 0;
      for (var job : draft.jobs()) {
        TimeUnit.MILLISECONDS.sleep(job.pauseMillis());
        submit("local-" + ++count, job);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(String name, LocalBatchJob job) {
    var nodes = job.nodes().stream().map(SiteDraft::atSite).toList();
    recorder.expect(name, nodes);
    try {
      site()
          .submit(
              new BatchSubmission(
                  name,
                  "",
                  "#!/bin/sh\nexec sleep %.1f\n".formatted(job.runMillis() / 1000.0),
                  nodes,
                  Duration.ofMinutes(job.limitMinutes()),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  IS_ROOT
                      ? Optional.of(new BatchSubmission.User("daemon", "daemon"))
                      : Optional.empty(),
                  "/",
                  "/dev/null"));
    } catch (SlurmRefusal e) {
      throw new IllegalStateException(e);
    }
  }

  // faults

  /** Makes half of the agent's commands fail for a time. */
  void failCommands(long millis) throws InterruptedException {
    var faulty = Objects.requireNonNull(faults);
    faulty.setRate(FAULTS);
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } finally {
      faulty.setRate(0);
    }
  }

  /** Delays all answers for a time. */
  void slowDown(long millis) throws InterruptedException {
    server.delay(millis);
    try {
      TimeUnit.MILLISECONDS.sleep(2 * millis);
    } finally {
      server.delay(0);
    }
  }

  /** Restarts the controller, which loses its last changes. */
  void forget(long millis) {
    site().crash(Duration.ofMillis(millis));
  }

  /** Lays a maintenance over a reservation for the service, or else from now on over a node. */
  void maintain(long choice) {
    var hold = hold(choice);
    var node = node(hold, choice);
    var now = Instant.now();
    var start = hold.map(SiteReservation::start).filter(now::isBefore).orElse(now);
    try {
      site().maintain("maintenance." + ++number, start, start.plus(MAINTENANCE), List.of(node));
    } catch (SlurmRefusal e) {
      throw new IllegalStateException(e);
    }
  }

  /** Drains a node for a time. */
  void drain(long choice, long millis) throws InterruptedException {
    var node = node(hold(choice), choice);
    site().drain(node, "bad fan");
    TimeUnit.MILLISECONDS.sleep(millis);
    site().resume(node);
  }

  /** Takes a node down for a time. */
  void failNode(long choice, long millis) throws InterruptedException {
    var node = node(hold(choice), choice);
    site().fail(node, "no power");
    TimeUnit.MILLISECONDS.sleep(millis);
    site().resume(node);
  }

  /**
   * Deletes a reservation for the service, with its jobs, as the site's administrator. If the
   * service has none, cancels one of its jobs.
   */
  void deleteHold(long choice) throws InterruptedException {
    var hold = hold(choice);
    if (hold.isEmpty()) {
      job(choice).ifPresent(job -> site().cancel(List.of(job.id())));
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (hold.isPresent() && !isDeleted(hold.get().name()) && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private boolean isDeleted(String name) {
    var ids =
        site().jobs().stream()
            .filter(job -> job.reservation().filter(name::equals).isPresent())
            .filter(job -> !job.state().isOver())
            .map(SiteJob::id)
            .toList();
    site().cancel(ids);
    try {
      site().delete(name);
      return true;
    } catch (SlurmRefusal e) {
      return e.reason() == SlurmRefusal.Reason.UNKNOWN_NAME;
    }
  }

  private Optional<SiteReservation> hold(long choice) {
    var holds =
        site().reservations().stream()
            .filter(each -> each.name().startsWith(SiteRecorder.OURS))
            .toList();
    return chosen(holds, choice);
  }

  private Optional<SiteJob> job(long choice) {
    var jobs =
        site().jobs().stream()
            .filter(each -> each.name().startsWith(SiteRecorder.OURS) && !each.state().isOver())
            .toList();
    return chosen(jobs, choice);
  }

  private static <T> Optional<T> chosen(List<T> from, long choice) {
    return from.isEmpty() ? Optional.empty() : Optional.of(from.get((int) (choice % from.size())));
  }

  /** Returns the node of a reservation, else of a job of the service, else any node. */
  private String node(Optional<SiteReservation> hold, long choice) {
    return hold.map(SiteReservation::nodes)
        .or(() -> job(choice).map(SiteJob::nodes).filter(nodes -> !nodes.isEmpty()))
        .map(nodes -> nodes.get(0))
        .orElseGet(() -> SiteDraft.atSite(1 + (int) (choice % draft.nodes())));
  }

  /** Resumes all nodes, and ends maintenance. */
  void heal() throws InterruptedException {
    draft.namesAtSite().forEach(site()::resume);
    for (var each : site().reservations()) {
      if (each.isMaintenance()) {
        isDeleted(each.name());
      }
    }
  }

  /** Returns what happened at the site. */
  SiteTable table(Duration lead) {
    return recorder.table(draft.domain(), draft.isAdvised(), lead);
  }

  @Override
  public void close() {
    users.interrupt();
    server.close();
    recorder.close();
    slurm.close();
  }
}
