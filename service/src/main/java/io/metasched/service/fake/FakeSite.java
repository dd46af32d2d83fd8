package io.metasched.service.fake;

import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.ReservationChange;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteNode;
import io.metasched.service.site.slurm.SiteNodeState;
import io.metasched.service.site.slurm.SitePartition;
import io.metasched.service.site.slurm.SiteReservation;
import io.metasched.service.site.slurm.SlurmRefusal;
import io.metasched.service.site.slurm.SlurmRefusal.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** State of a simulated controller, and its rules. The rules were measured with Slurm 22.05.8. */
final class FakeSite {
  private static final Duration MOST_PAST = Duration.ofMinutes(10); // maximum age of a start
  private static final Duration KEPT = Duration.ofMinutes(5); // retention of an ended job

  private static final String OWN_USER = System.getProperty("user.name", "root");

  private final TreeMap<String, String> drained; // reason by node; empty for a node in use
  private final TreeSet<String> down; // drained nodes that have failed
  private final TreeMap<String, SiteReservation> reservations;
  private final TreeMap<Long, FakeJob> jobs = new TreeMap<>();
  private long nextId = 1;

  /** Start of a job. */
  record Start(FakeJob job, Instant at) {}

  FakeSite(List<String> nodes) {
    drained = new TreeMap<>();
    down = new TreeSet<>();
    reservations = new TreeMap<>();
    nodes.forEach(node -> drained.put(node, ""));
  }

  private FakeSite(FakeSite other) {
    drained = new TreeMap<>(other.drained);
    down = new TreeSet<>(other.down);
    reservations = new TreeMap<>(other.reservations);
    other.jobs.forEach((id, job) -> jobs.put(id, job.copy()));
    nextId = other.nextId;
  }

  FakeSite copy() {
    return new FakeSite(this);
  }

  void drain(String node, String reason) {
    drained.put(node, reason);
    down.remove(node);
  }

  void fail(String node, String reason, Instant now) {
    drain(node, reason);
    down.add(node);
    jobs.values().stream().filter(job -> job.isOn(node)).forEach(job -> job.fail(now));
  }

  // reservations

  void create(SiteReservation wanted, Instant now) throws SlurmRefusal {
    if (wanted.start().isBefore(now.minus(MOST_PAST))) {
      throw new SlurmRefusal(Reason.INVALID, "Invalid time specified");
    }
    requireNodes(wanted.nodes());
    requireFree(wanted, now, Optional.empty()); // checked before the name, as in Slurm
    if (reservations.containsKey(wanted.name())) {
      throw new SlurmRefusal(Reason.NAME_TAKEN, "Duplicate reservation name");
    }
    reservations.put(wanted.name(), wanted);
  }

  private void requireNodes(List<String> nodes) throws SlurmRefusal {
    if (!drained.keySet().containsAll(nodes)) {
      throw new SlurmRefusal(Reason.UNKNOWN_NODE, "Invalid node name specified");
    }
  }

  private void requireFree(SiteReservation wanted, Instant now, Optional<String> changed)
      throws SlurmRefusal {
    boolean overlaps =
        reservations.values().stream()
            .filter(other -> changed.filter(other.name()::equals).isEmpty())
            .anyMatch(other -> !isLaidOver(other) && overlap(other, wanted));
    if (overlaps && !isLaidOver(wanted)) {
      throw new SlurmRefusal(
          Reason.OVERLAPS, "Requested reservation overlaps with another reservation");
    }
    boolean isBusy =
        jobs.values().stream()
            .filter(job -> wanted.nodes().stream().anyMatch(job::isOn))
            .filter(job -> changed.isEmpty() || !job.job.reservation().equals(changed))
            .anyMatch(job -> job.limitEnd(now).isAfter(wanted.start()));
    if (isBusy && !isLaidOver(wanted)) {
      throw new SlurmRefusal(Reason.NODES_BUSY, "Requested nodes are busy");
    }
  }

  /** Returns whether a reservation may share its time and nodes with others. */
  private static boolean isLaidOver(SiteReservation reservation) {
    return reservation.isMaintenance() || reservation.flags().contains("OVERLAP");
  }

  private static boolean overlap(SiteReservation one, SiteReservation other) {
    return one.start().isBefore(other.end())
        && other.start().isBefore(one.end())
        && one.nodes().stream().anyMatch(other.nodes()::contains);
  }

  void update(String name, ReservationChange change, Instant now) throws SlurmRefusal {
    var old = require(name);
    var changed =
        old.with()
            .start(change.start().map(FakeSite::whole).orElse(old.start()))
            .end(change.end().map(FakeSite::whole).orElse(old.end()))
            .nodes(change.nodes().orElse(old.nodes()))
            .isActive(false)
            .build();
    requireNodes(changed.nodes());
    boolean isBegun = change.start().isPresent() && !old.start().isAfter(now);
    if (isBegun || !changed.end().isAfter(changed.start())) {
      throw new SlurmRefusal(
          Reason.INVALID, isBegun ? "Reservation already started" : "Invalid time specified");
    }
    requireFree(changed, now, Optional.of(name));
    reservations.put(name, changed);
  }

  private SiteReservation require(String name) throws SlurmRefusal {
    var found = reservations.get(name);
    if (found == null) {
      throw new SlurmRefusal(Reason.UNKNOWN_NAME, "Requested reservation is invalid");
    }
    return found;
  }

  static Instant whole(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  void delete(String name) throws SlurmRefusal {
    require(name);
    if (jobs.values().stream()
        .anyMatch(job -> !job.state.isOver() && job.job.reservation().equals(Optional.of(name)))) {
      throw new SlurmRefusal(Reason.IN_USE, "Requested reservation is in use");
    }
    reservations.remove(name);
  }

  // jobs

  long submit(BatchSubmission job, FakeBatch batch, Instant now) throws SlurmRefusal {
    requireNodes(job.nodes());
    var user = job.runAs().map(BatchSubmission.User::name).orElse(OWN_USER);
    if (job.reservation().isPresent()) {
      var reservation = require(job.reservation().get());
      if (reservation.accounts().isEmpty() && !reservation.users().contains(user)) {
        throw new SlurmRefusal(Reason.NOT_PERMITTED, "Access denied to requested reservation");
      }
    }
    jobs.put(nextId, new FakeJob(nextId, job, batch, user, now));
    return nextId++;
  }

  Optional<FakeJob> job(long id) {
    return Optional.ofNullable(jobs.get(id));
  }

  /** Returns the times after {@code last} at which a job ends, or a reservation begins or ends. */
  Stream<Instant> changes(Instant last) {
    return Stream.concat(
            jobs.values().stream().filter(FakeJob::isRunning).map(FakeJob::plannedEnd),
            reservations.values().stream().flatMap(r -> Stream.of(r.start(), r.end())))
        .filter(time -> time.isAfter(last));
  }

  /** Ends the jobs that are due, removes reservations that have ended, and starts waiting jobs. */
  List<Start> step(Instant now) {
    jobs.values().stream()
        .filter(job -> job.isRunning() && !job.plannedEnd().isAfter(now))
        .forEach(FakeJob::finish);
    jobs.values().removeIf(job -> job.end != null && job.end.isBefore(now.minus(KEPT)));
    reservations.values().removeIf(reservation -> !reservation.end().isAfter(now));
    var started = new ArrayList<Start>();
    for (var job : jobs.values()) {
      if (job.waits()) {
        job.reason = obstacle(job, now);
        if (job.reason.equals("None")) {
          job.begin(now);
          started.add(new Start(job, now));
        }
      }
    }
    return started;
  }

  /**
   * Returns the reason why a waiting job cannot start now, as reported by Slurm; {@code None} if it
   * can start.
   */
  private String obstacle(FakeJob job, Instant now) {
    var nodes = job.job.nodes();
    var name = job.job.reservation();
    if (name.isPresent()) {
      var own = reservations.get(name.get());
      if (own == null || own.start().isAfter(now)) {
        return "Reservation";
      } else if (!own.nodes().containsAll(nodes)) {
        return "BadConstraints";
      }
    }
    if (nodes.stream().anyMatch(node -> !drained.getOrDefault(node, "gone").isEmpty())) {
      return "ReqNodeNotAvail";
    }
    boolean isReserved =
        reservations.values().stream()
            .filter(other -> !name.equals(Optional.of(other.name())))
            .filter(other -> other.nodes().stream().anyMatch(nodes::contains))
            .anyMatch(
                other -> other.end().isAfter(now) && other.start().isBefore(job.limitEnd(now)));
    if (isReserved) {
      return name.isPresent() ? "BadConstraints" : "ReqNodeNotAvail";
    }
    boolean isBusy = jobs.values().stream().anyMatch(other -> nodes.stream().anyMatch(other::isOn));
    return isBusy ? "Resources" : "None";
  }

  // readings

  List<SiteNode> nodes(Instant now) {
    return drained.keySet().stream().map(node -> node(node, now)).toList();
  }

  private SiteNode node(String name, Instant now) {
    boolean hasJob = jobs.values().stream().anyMatch(job -> job.isOn(name));
    var active =
        reservations.values().stream()
            .filter(reservation -> reservation.nodes().contains(name))
            .filter(reservation -> !reservation.start().isAfter(now))
            .toList();
    var reason = drained.getOrDefault(name, "");
    var state = hasJob ? SiteNodeState.ALLOCATED : SiteNodeState.IDLE;
    if (down.contains(name)) {
      state = SiteNodeState.DOWN;
    } else if (!reason.isEmpty()) {
      state = hasJob ? SiteNodeState.DRAINING : SiteNodeState.DRAINED;
    } else if (active.stream().anyMatch(SiteReservation::isMaintenance)) {
      state = SiteNodeState.MAINT;
    } else if (!active.isEmpty() && !hasJob) {
      state = SiteNodeState.RESERVED;
    }
    var partition = new SitePartition("main", true, Optional.of(Duration.ofDays(7)));
    return new SiteNode(name, state, false, reason, 4, 1000, List.of(partition));
  }

  List<SiteJob> jobViews() {
    return jobs.values().stream().map(FakeJob::view).toList();
  }

  List<SiteReservation> reservations(Instant now) {
    return reservations.values().stream()
        .map(r -> r.withIsActive(!r.start().isAfter(now)))
        .toList();
  }
}
