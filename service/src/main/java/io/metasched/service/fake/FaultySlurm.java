package io.metasched.service.fake;

import io.metasched.service.site.slurm.AccountedJob;
import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.NewReservation;
import io.metasched.service.site.slurm.ReservationChange;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteNode;
import io.metasched.service.site.slurm.SiteReservation;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmException;
import io.metasched.service.site.slurm.SlurmFailure;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.random.RandomGenerator;

/**
 * Simulated Slurm that injects faults into commands. Faults are drawn from a seed: the same
 * commands in the same order have the same faults. Thread-safe.
 */
public final class FaultySlurm implements SlurmCommands {
  private static final int MOST_LATE_MILLIS = 20_000;
  private static final int MOST_LOST_MILLIS = 2000;
  private static final int MOST_AHEAD_SECONDS = 600;
  private static final int MOST_MAINTENANCE_SECONDS = 300;

  private final FakeSlurm site;
  private final Clock clock;
  private final RandomGenerator random;
  private double rate; // guarded by this
  private final EnumMap<Fault, Integer> counts = new EnumMap<>(Fault.class);
  private int maintenances;

  /** Fault of one command. */
  public enum Fault {
    /** The command does not arrive; the caller times out. */
    LOST,
    /** The command is executed up to 20 s later, after the caller has timed out. */
    LATE,
    /** The command is executed, but its response is lost. */
    UNANSWERED,
    /** The command is executed twice, and the second response arrives. */
    TWICE,
    /** The command is executed, then the controller crashes and loses up to 2 s of commands. */
    FORGOTTEN,
    /** Before the command, the site reserves a node of the command for maintenance. */
    MAINTENANCE
  }

  /** Change of a site. */
  private interface Change<T> {
    T make() throws SlurmRefusal;
  }

  /**
   * Creates a site with faults.
   *
   * @param clock clock of {@code site}
   * @param rate fraction of commands with a fault, 0 to 1
   */
  public FaultySlurm(FakeSlurm site, Clock clock, RandomGenerator random, double rate) {
    this.site = site;
    this.clock = clock;
    this.random = random;
    this.rate = rate;
  }

  /** Changes the fraction of commands with a fault. */
  public synchronized void setRate(double fraction) {
    rate = fraction;
  }

  /** Returns the number of faults so far, of each kind. */
  public synchronized Map<Fault, Integer> counts() {
    return new EnumMap<>(counts);
  }

  private synchronized <T> T change(Change<T> change) throws SlurmException {
    if (random.nextDouble() >= rate) {
      return change.make();
    }
    var fault = draw(Arrays.asList(Fault.values()));
    counts.merge(fault, 1, Integer::sum);
    return switch (fault) {
      case LOST -> throw unanswered();
      case LATE -> {
        var delay = Duration.ofMillis(1 + random.nextInt(MOST_LATE_MILLIS));
        site.later(delay, () -> applyUnreported(change));
        throw unanswered();
      }
      case UNANSWERED -> {
        applyUnreported(change);
        throw unanswered();
      }
      case TWICE -> {
        applyUnreported(change);
        yield change.make();
      }
      case FORGOTTEN -> {
        var answer = change.make();
        site.crash(Duration.ofMillis(random.nextInt(MOST_LOST_MILLIS)));
        yield answer;
      }
      case MAINTENANCE -> {
        maintain();
        yield change.make();
      }
    };
  }

  private static void applyUnreported(Change<?> change) {
    try {
      change.make();
    } catch (SlurmRefusal unreported) {
      // no caller waits for the response
    }
  }

  private static SlurmFailure unanswered() {
    return new SlurmFailure("the controller did not answer");
  }

  private void maintain() throws SlurmRefusal {
    var start = clock.instant().plusSeconds(1 + random.nextInt(MOST_AHEAD_SECONDS));
    var end = start.plusSeconds(1 + random.nextInt(MOST_MAINTENANCE_SECONDS));
    var node = draw(site.nodes()).name();
    site.maintain("maintenance-" + ++maintenances, start, end, List.of(node));
  }

  private <T> T draw(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private synchronized <T> T read(T answer) throws SlurmFailure {
    if (random.nextDouble() < rate) {
      counts.merge(Fault.UNANSWERED, 1, Integer::sum);
      throw unanswered();
    }
    return answer;
  }

  @Override
  public List<SiteNode> nodes() throws SlurmException {
    return read(site.nodes());
  }

  @Override
  public SortedMap<String, Instant> bootTimes() throws SlurmException {
    return read(site.bootTimes());
  }

  @Override
  public List<SiteJob> jobs() throws SlurmException {
    return read(site.jobs());
  }

  @Override
  public List<AccountedJob> accounted(Collection<String> names, Instant since)
      throws SlurmException {
    return read(site.accounted(names, since));
  }

  @Override
  public List<SiteReservation> reservations() throws SlurmException {
    return read(site.reservations());
  }

  @Override
  public void create(NewReservation request) throws SlurmException {
    change(
        () -> {
          site.create(request);
          return true;
        });
  }

  @Override
  public void update(String name, ReservationChange change) throws SlurmException {
    change(
        () -> {
          site.update(name, change);
          return true;
        });
  }

  @Override
  public void delete(String name) throws SlurmException {
    change(
        () -> {
          site.delete(name);
          return true;
        });
  }

  @Override
  public long submit(BatchSubmission job) throws SlurmException {
    return change(() -> site.submit(job));
  }

  @Override
  public void cancel(Collection<Long> ids) throws SlurmException {
    change(
        () -> {
          site.cancel(ids);
          return true;
        });
  }

  @Override
  public void extend(long id, Instant end) throws SlurmException {
    change(
        () -> {
          site.extend(id, end);
          return true;
        });
  }

  @Override
  public void signal(Collection<Long> ids, String signal) throws SlurmException {
    change(
        () -> {
          site.signal(ids, signal);
          return true;
        });
  }
}
