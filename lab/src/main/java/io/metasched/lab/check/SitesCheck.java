package io.metasched.lab.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.lab.check.SiteTable.Hold;
import io.metasched.lab.check.SiteTable.Job;
import io.metasched.lab.check.SiteTable.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Check of the jobs and reservations of sites against booked windows and runs: local jobs wait only
 * for reservations that a booked window needs, and no local job is on a node with a run.
 */
final class SitesCheck {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long NANOS_OF_MILLI = 1_000_000;
  private static final long SHORTEST_HOLD = 60 * SECOND;
  private static final long MOST_UNPAID = 5 * SECOND; // on a busy machine, otherwise below 2 s
  private static final long MOST_UNPAID_WITH_FAULTS = 60 * SECOND;
  // a run that its site kills may write until the signal arrives
  private static final long SLACK = 300 * NANOS_OF_MILLI;

  private final Evidence evidence;
  private final Findings findings;
  private final TreeMap<String, List<Window>> windows = new TreeMap<>(); // by the name of the hold
  private long origin; // in milliseconds

  /** Booked window of a part, and the time for which a reservation of it is needed. */
  private static final class Window {
    final Span window;
    final long from;
    long until;

    Window(Span window, long from) {
      this.window = window;
      this.from = from;
      until = window.until();
    }

    void end(long at) {
      until = Math.min(until, at);
    }

    /** Returns the time that a site reserves for this window: whole seconds, at least a minute. */
    Span hold(long lead) {
      long start = Math.floorDiv(window.from() - lead, SECOND) * SECOND;
      long end = -Math.floorDiv(-window.until(), SECOND) * SECOND;
      return new Span(start, Math.max(end, start + SHORTEST_HOLD));
    }
  }

  SitesCheck(Evidence evidence, Findings findings) {
    this.evidence = evidence;
    this.findings = findings;
    if (!evidence.sites().isEmpty()) {
      readHistory();
      endWithRuns();
    }
  }

  void check() {
    for (var site : evidence.sites()) {
      var local = site.jobs().stream().filter(Job::isLocal).toList();
      for (var job : local) {
        long unpaid = unpaid(site, job, true);
        findings.require(
            unpaid <= MOST_UNPAID,
            Invariant.LOCAL_JOBS_GO_ON,
            "job %s on %s waited %d ms for reservations that no window needed",
            job.name(),
            job.nodes(),
            unpaid / NANOS_OF_MILLI);
        long withFaults = unpaid(site, job, false);
        findings.require(
            withFaults <= MOST_UNPAID_WITH_FAULTS,
            Invariant.LOCAL_JOBS_GO_ON,
            "job %s on %s waited %d ms for reservations that no window needed, with faults",
            job.name(),
            job.nodes(),
            withFaults / NANOS_OF_MILLI);
      }
      checkNodes(local);
      checkRemains(site);
    }
  }

  List<Long> unpaidMillis() {
    return evidence.sites().stream()
        .flatMap(site -> site.jobs().stream().map(job -> unpaid(site, job, true)))
        .filter(nanos -> nanos > 0)
        .map(nanos -> nanos / NANOS_OF_MILLI)
        .sorted()
        .toList();
  }

  // --- windows that need reservations

  private void readHistory() {
    var attempts = new TreeMap<String, Integer>();
    for (var line : evidence.steps()) {
      var event = Evidence.event(line);
      var id = event.path("id").asText();
      switch (Evidence.kind(line)) {
        case "founded" -> origin = Instant.parse(event.path("origin").asText()).toEpochMilli();
        case "job-submitted" -> attempts.put(id, 1);
        case "job-booked", "job-moved" -> {
          end(id, at(line));
          book(event, attempts.getOrDefault(id, 1), at(line));
        }
        case "job-move-placed" -> book(event, attempts.getOrDefault(id, 1), at(line));
        case "job-move-refused" -> endPlaced(id, at(line));
        case "job-requeued" -> {
          end(id, at(line));
          attempts.merge(id, 1, Integer::sum);
        }
        case "job-ended" -> end(id, at(line));
        case "part-ended", "part-refused", "part-lost" ->
            windows
                .getOrDefault(
                    name(id, event.path("attempt").asInt(), event.path("part").asInt()), List.of())
                .forEach(window -> window.end(at(line)));
        default -> {}
      }
    }
  }

  private static long at(JsonNode line) {
    return nanos(Instant.parse(line.path("at").asText()));
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * SECOND + time.getNano();
  }

  private static String name(String job, int attempt, int part) {
    return "%s.%d.%d".formatted(job, attempt, part);
  }

  private void end(String id, long at) {
    of(id).forEach(all -> all.forEach(window -> window.end(at)));
  }

  /** Ends the need for the window to which a job does not move. */
  private void endPlaced(String id, long at) {
    of(id).forEach(all -> all.get(all.size() - 1).end(at));
  }

  private Collection<List<Window>> of(String id) {
    return windows.subMap(id + ".", id + "/").values();
  }

  private void book(JsonNode event, int attempt, long at) {
    var parts = event.path("window").path("parts");
    for (int i = 0; i < parts.size(); i++) {
      var span = parts.get(i).path("span");
      var window =
          new Span(
              (origin + span.path("start").asLong()) * NANOS_OF_MILLI,
              (origin + span.path("end").asLong()) * NANOS_OF_MILLI);
      windows
          .computeIfAbsent(name(event.path("id").asText(), attempt, i), key -> new ArrayList<>())
          .add(new Window(window, at));
    }
  }

  /** Ends the need for a reservation with the run that ended by itself. */
  private void endWithRuns() {
    for (var run : evidence.runs()) {
      if (run.status().isPresent()) {
        windows.getOrDefault(run.id(), List.of()).forEach(window -> window.end(run.last()));
      }
    }
  }

  // --- local jobs

  /** Returns the time for which a job waited only for reservations that no window needed. */
  private long unpaid(SiteTable site, Job job, boolean apartFromFaults) {
    long sum = 0;
    for (var waiting : job.waiting()) {
      var unneeded = new ArrayList<Span>();
      for (var hold : site.holds()) {
        // the site starts no job whose limit reaches into a reservation
        var blocks =
            common(
                common(waiting, hold.existed()),
                new Span(hold.time().from() - job.limitNanos(), hold.time().until()));
        if (job.nodes().contains(hold.node())) {
          unneeded.addAll(without(List.of(blocks), needs(site, hold)));
        }
      }
      var unpaid = without(unneeded, busy(site, job));
      sum += length(apartFromFaults ? without(unpaid, site.restless()) : unpaid);
    }
    return sum;
  }

  private List<Span> needs(SiteTable site, Hold hold) {
    return windows.getOrDefault(hold.name(), List.of()).stream()
        .filter(window -> window.hold(site.leadNanos()).equals(hold.time()))
        .map(window -> new Span(window.from, window.until))
        .toList();
  }

  /** Returns the spans in which a job had to wait for other local jobs. */
  private static List<Span> busy(SiteTable site, Job job) {
    var spans = new ArrayList<Span>();
    for (var other : site.jobs()) {
      if (other.isLocal() && other.nodes().stream().anyMatch(job.nodes()::contains)) {
        spans.addAll(other.running());
      }
    }
    return spans;
  }

  private static Span common(Span one, Span other) {
    return new Span(Math.max(one.from(), other.from()), Math.min(one.until(), other.until()));
  }

  /** Returns the parts of spans outside of other spans. */
  private static List<Span> without(List<Span> spans, List<Span> others) {
    var left = spans;
    for (var other : others) {
      var next = new ArrayList<Span>();
      for (var span : left) {
        next.add(new Span(span.from(), Math.min(span.until(), other.from())));
        next.add(new Span(Math.max(span.from(), other.until()), span.until()));
      }
      next.removeIf(span -> span.until() <= span.from());
      left = next;
    }
    return left.stream().filter(span -> span.until() > span.from()).toList();
  }

  /** Returns the length of the union of spans. */
  private static long length(List<Span> spans) {
    long sum = 0;
    long end = Long.MIN_VALUE;
    for (var span : spans.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
      sum += Math.max(0, span.until() - Math.max(span.from(), end));
      end = Math.max(end, span.until());
    }
    return sum;
  }

  private void checkNodes(List<Job> local) {
    for (var run : evidence.runs()) {
      for (var job : local) {
        if (!run.isEmpty() && job.nodes().contains(run.node())) {
          var ran = new Span(run.first(), run.last());
          long both =
              job.running().stream()
                  .map(span -> common(span, ran))
                  .mapToLong(span -> span.until() - span.from())
                  .max()
                  .orElse(0);
          findings.require(
              both <= SLACK,
              Invariant.ONE_ON_A_NODE,
              "run %s and local job %s were on node %s at once, for %d ms",
              run.id(),
              job.name(),
              run.node(),
              both / NANOS_OF_MILLI);
        }
      }
    }
  }

  // --- the end

  private void checkRemains(SiteTable site) {
    var names = new TreeSet<String>();
    site.holds().stream()
        .filter(hold -> hold.existed().until() == Long.MAX_VALUE)
        .forEach(hold -> names.add("reservation " + hold.name()));
    site.jobs().stream()
        .filter(job -> !job.isLocal() && !job.isOver())
        .forEach(job -> names.add("job " + job.name()));
    findings.require(
        names.isEmpty(),
        Invariant.NOTHING_REMAINS,
        "site %s still has %s",
        site.domain(),
        String.join(", ", names));
  }
}
