package io.metasched.service.site.slurm;

import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Calendar of a Slurm cluster: time taken by jobs, reservations and administrators on the nodes of
 * one partition. Unknown time counts as taken: a job without a limit until the longest time of its
 * partition, a node in an unknown state until the horizon. Cost: O(j·n) for j jobs and reservations
 * of n nodes each.
 */
public final class SlurmCalendar {
  private final CalendarRules rules;
  private final Instant now;
  private final Instant horizon;
  private final TreeMap<String, List<TakenSpan>> taken = new TreeMap<>();
  private final TreeMap<String, Duration> maxTimes = new TreeMap<>(); // of partitions with a limit

  private SlurmCalendar(CalendarRules rules, Instant now, Instant horizon) {
    this.rules = rules;
    this.now = now;
    this.horizon = horizon;
  }

  /**
   * Returns the calendar of a site.
   *
   * @param now time of the snapshot, by the site's clock
   * @param horizon end of the calendar, exclusive, after {@code now}
   */
  public static SiteCalendar of(
      SlurmReading reading, CalendarRules rules, Instant now, Instant horizon) {
    var calendar = new SlurmCalendar(rules, now, horizon);
    reading.nodes().forEach(calendar::addNode);
    reading.jobs().stream().filter(job -> !rules.isOurs(job)).forEach(calendar::addJob);
    var borrowed = rules.rights().borrowed();
    reading.reservations().stream()
        .filter(reservation -> !rules.isOurs(reservation))
        .filter(reservation -> !borrowed.equals(Optional.of(reservation.name())))
        .forEach(calendar::addReservation);
    borrowed.ifPresent(name -> calendar.addOutside(name, reading.reservations()));
    return new SiteCalendar(now, horizon, calendar.taken);
  }

  private void addNode(SiteNode node) {
    for (var partition : node.partitions()) {
      partition.maxTime().ifPresent(time -> maxTimes.put(partition.name(), time));
    }
    if (node.partition(rules.partition()).isPresent()) {
      taken.put(node.name(), new ArrayList<>());
      node.fault(rules.partition())
          .ifPresent(fault -> add(node.name(), now, horizon, fault.reason(), fault.text()));
    }
  }

  private void addJob(SiteJob job) {
    var detail = "job %d of %s".formatted(job.id(), job.user());
    if (job.state().isOver()) {
      return;
    } else if (job.state().phase() != SiteJobState.Phase.WAITING) {
      var end = limitEnd(job, now).map(this::freeAfter);
      job.nodes().forEach(node -> add(node, now, end.orElse(horizon), Reason.LOCAL_JOB, detail));
    } else if (rules.respectsPlans() && job.start().isPresent()) {
      var start = later(job.start().get(), now);
      var end = limitEnd(job, start).map(limit -> limit.plus(rules.margin()));
      job.plannedNodes()
          .forEach(node -> add(node, start, end.orElse(horizon), Reason.PLANNED_JOB, detail));
    }
  }

  /**
   * Returns the time at which the node of a running job is expected to be free: a margin after its
   * limit. A job beyond its limit is killed within a margin from now. The returned time then rises
   * in steps of a margin, so that few readings differ.
   */
  private Instant freeAfter(Instant limit) {
    long margin = rules.margin().toMillis();
    if (margin == 0 || limit.isAfter(now)) {
      return later(limit, now).plus(rules.margin());
    }
    long overdue = Duration.between(limit, now).toMillis();
    return limit.plus(rules.margin().multipliedBy(1 + (overdue + margin - 1) / margin));
  }

  /**
   * Returns the end of a job by the time limit of the job or of its partition; empty if neither has
   * a limit.
   *
   * @param start assumed start of a job without a start time
   */
  private Optional<Instant> limitEnd(SiteJob job, Instant start) {
    if (job.limit().isPresent() && job.end().isPresent()) {
      return job.end();
    }
    var limit = job.limit().or(() -> Optional.ofNullable(maxTimes.get(job.partition())));
    return limit.map(time -> job.start().orElse(start).plus(time));
  }

  private void addReservation(SiteReservation reservation) {
    var spans = spans(reservation);
    for (var node : reservation.nodes()) {
      spans.forEach(
          each -> add(node, beforeLimit(each.start()), each.end(), each.reason(), each.detail()));
    }
  }

  private List<TakenSpan> spans(SiteReservation reservation) {
    return reservation.spans(horizon.plus(rules.rights().slack()), rules.zone());
  }

  private Instant beforeLimit(Instant start) {
    return start.minus(rules.rights().slack());
  }

  /** Adds all time outside of a borrowed reservation, which does not exist outside of its nodes. */
  private void addOutside(String name, List<SiteReservation> all) {
    var borrowed = all.stream().filter(each -> each.name().equals(name)).findFirst();
    var inside =
        borrowed.map(this::spans).orElse(List.of()).stream()
            .limit(SiteReservation.RECURRENCES) // the time after them is unknown
            .toList();
    var detail = "outside of reservation " + name;
    for (var node : taken.keySet()) {
      var from = now;
      if (borrowed.filter(each -> each.nodes().contains(node)).isPresent()) {
        for (var each : inside) {
          add(node, from, each.start(), Reason.RESERVATION, detail);
          from = later(from, beforeLimit(each.end()));
        }
      }
      add(node, from, horizon, Reason.RESERVATION, detail);
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Adds the part of a span inside the calendar, if the node is for sale. */
  private void add(String node, Instant start, Instant end, Reason reason, String detail) {
    var spans = taken.get(node);
    var begin = later(start, now);
    var stop = end.isBefore(horizon) ? end : horizon;
    if (spans != null && stop.isAfter(begin)) {
      spans.add(new TakenSpan(begin, stop, reason, detail));
    }
  }
}
