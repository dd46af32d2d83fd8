package io.metasched.simulation.system.whatif.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.whatif.AvailabilityMethods;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.rule.RunRule;
import io.metasched.simulation.system.whatif.model.WhatIfReader;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfFacts;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** Rules of every sound run of reservations among jobs, checked from its rows alone. */
public final class WhatIfRules {
  public static final List<RunRule<WhatIfRun>> ALL =
      List.of(
          new RunRule<>("run", "The facts are possible.", WhatIfRules::run),
          new RunRule<>(
              "order",
              "Each job, request, probe and slot occurs once, in the order of its file; probes and"
                  + " slots belong to requests and clusters.",
              WhatIfRules::order),
          new RunRule<>(
              "job",
              "A job has its processors on its cluster, starts no earlier than submitted, and runs"
                  + " for its run time, at most to its limit.",
              WhatIfRules::jobs),
          new RunRule<>(
              "arrival",
              "A job is submitted when the jobs in `after` are over and the think time has passed,"
                  + " not before `logged`.",
              WhatIfRules::arrivals),
          new RunRule<>(
              "request",
              "A reservation is in its window on the requested clusters, which have the processors;"
                  + " a refused request has only a reason; a withdrawal precedes the start.",
              WhatIfRules::requests),
          new RunRule<>(
              "capacity",
              "No cluster is used beyond its processors at any instant.",
              WhatIfRules::capacity),
          new RunRule<>(
              "start",
              "At each pass, exactly those jobs start that the local scheduler starts, given the"
                  + " reservations.",
              WhatIfStarts::inRun),
          new RunRule<>(
              "alone",
              "Without requests, the rule `start` gives the starts that the rows state.",
              WhatIfStarts::alone),
          new RunRule<>(
              "prediction",
              "`likely` is the mean share of their limits that the user's ended jobs took; without"
                  + " ended jobs, it is the limit. Not checked in long runs.",
              WhatIfRules::predictions),
          new RunRule<>(
              "placement",
              "A request gets the first placement, in the order of its client's preference, that"
                  + " could be reserved; a request refused at once has the correct reason. In long"
                  + " runs, only some requests are checked.",
              WhatIfPlacementRules::placements),
          new RunRule<>(
              "head job",
              "No grant delays the first job of a queue whose start is promised. In long runs, only"
                  + " some requests are checked.",
              WhatIfPlacementRules::headJobs),
          new RunRule<>(
              "slot",
              "Availabilities, plans and delays of slots follow from plans made from scratch. In"
                  + " long runs, only some requests are checked.",
              WhatIfPlacementRules::slots));

  /** Maximum number of jobs of a run whose predictions are checked. */
  private static final int MOST_JOBS_PREDICTED = 3000;

  private WhatIfRules() {}

  private static void run(WhatIfRun run, RuleReport report) {
    if (!run.title().complete()) {
      report.add("the run", "it must be complete, with an end of each job");
    }
    if (!AvailabilityMethods.names().contains(run.title().policy())) {
      report.add("the run", "its policy must be one of %s", AvailabilityMethods.names());
    }
    factsWrong(run.facts()).ifPresent(wrong -> report.add("the run", "%s", wrong));
  }

  private static Optional<String> factsWrong(WhatIfFacts facts) {
    try {
      boolean isSound =
          !facts.setting().processors().isEmpty()
              && facts.processors().size() <= WhatIfReader.MOST_CLUSTERS;
      return isSound ? Optional.empty() : Optional.of("each cluster must have a processor");
    } catch (IllegalArgumentException wrong) {
      return Optional.of("weights: " + wrong.getMessage());
    }
  }

  /** Returns whether each row is individually sound, so that the other rules can be applied. */
  static boolean isSound(WhatIfRun run) {
    var facts = run.facts();
    return factsWrong(facts).isEmpty()
        && AvailabilityMethods.names().contains(run.title().policy())
        && run.jobs().stream().allMatch(row -> jobWrong(facts, row).isEmpty())
        && run.requests().stream().allMatch(row -> requestWrong(facts, row).isEmpty())
        && run.slots().stream().allMatch(row -> row.cluster() < facts.processors().size())
        && run.probes().stream().allMatch(row -> row.cluster() < facts.processors().size());
  }

  /** Reports rows that are not unique or not in order, and probes and slots without a request. */
  private static void order(WhatIfRun run, RuleReport report) {
    var ids = new TreeSet<Long>();
    WhatIfJobRow before = null;
    for (var row : run.jobs()) {
      if (!ids.add(row.id())) {
        report.add(where(row), "it must be in the files once");
      }
      if (before != null && !isAfter(before.submit(), before.id(), row.submit(), row.id())) {
        report.add(where(row), "jobs must come in the order of submission, then of id");
      }
      before = row;
    }
    RequestRow asked = null;
    var requests = new TreeMap<Long, Integer>();
    for (var row : run.requests()) {
      if (!ids.add(row.id())) {
        report.add(where(row), "it must be in the files once");
      }
      if (asked != null && !isAfter(asked.submit(), asked.id(), row.submit(), row.id())) {
        report.add(where(row), "requests must come in the order of submission, then of id");
      }
      asked = row;
      requests.put(row.id(), requests.size());
    }
    probesInOrder(run, requests, report);
  }

  private static void probesInOrder(
      WhatIfRun run, SortedMap<Long, Integer> requests, RuleReport report) {
    var seen = new TreeSet<String>();
    for (var row : run.probes()) {
      if (!requests.containsKey(row.request()) || !seen.add(row.request() + "/" + row.cluster())) {
        report.add(
            "request " + row.request(), "each probe must belong to a request, and come once");
      }
    }
    for (var row : run.slots()) {
      boolean isOfProbe = seen.contains(row.request() + "/" + row.cluster());
      if (!isOfProbe || !seen.add(row.request() + "/" + row.cluster() + "/" + row.start())) {
        report.add("request " + row.request(), "each slot must belong to a probe, and come once");
      }
    }
  }

  private static boolean isAfter(long submit, long id, long nextSubmit, long nextId) {
    return submit < nextSubmit || (submit == nextSubmit && id < nextId);
  }

  private static void jobs(WhatIfRun run, RuleReport report) {
    for (var row : run.jobs()) {
      jobWrong(run.facts(), row).ifPresent(wrong -> report.add(where(row), "%s", wrong));
    }
  }

  private static Optional<String> jobWrong(WhatIfFacts facts, WhatIfJobRow row) {
    if (row.cluster() >= facts.processors().size()) {
      return Optional.of("there is no cluster %d".formatted(row.cluster()));
    }
    if (row.processors() > facts.processors().get(row.cluster())) {
      return Optional.of("its cluster has fewer than %d processors".formatted(row.processors()));
    }
    if (row.runTicks() > row.limitTicks() || row.likelyTicks() > row.limitTicks()) {
      return Optional.of("it must run, and be predicted to run, no longer than its limit");
    }
    if (row.start() < row.submit() || row.aloneStart() < row.submit()) {
      return Optional.of("it must begin, and not before it is submitted");
    }
    return row.end() - row.start() == row.runTicks()
        ? Optional.empty()
        : Optional.of("it must run for %s s".formatted(seconds(row.runTicks())));
  }

  /**
   * Checks the arrivals. Jobs and requests for which others wait are over when they end, or are
   * refused or withdrawn.
   */
  private static void arrivals(WhatIfRun run, RuleReport report) {
    var ends = new TreeMap<Long, Long>();
    run.jobs().forEach(row -> ends.put(row.id(), row.end()));
    for (var row : run.requests()) {
      boolean isGivenUp = row.withdrawn() >= 0;
      ends.put(row.id(), isGivenUp ? row.withdrawn() : row.isGranted() ? row.end() : row.submit());
    }
    ArrivalRule.check(run.jobs().stream().map(WhatIfJobRow::arrival).toList(), ends, report);
  }

  private static void requests(WhatIfRun run, RuleReport report) {
    for (var row : run.requests()) {
      requestWrong(run.facts(), row).ifPresent(wrong -> report.add(where(row), "%s", wrong));
    }
  }

  private static Optional<String> requestWrong(WhatIfFacts facts, RequestRow row) {
    if (!(row.impactShare() >= 0 && row.impactShare() <= 1)) {
      return Optional.of("impactShare must be 0 to 1");
    }
    if ((row.outcome() == Outcome.REFUSED) == row.refused().isEmpty()) {
      return Optional.of("it must have a reason if and only if it is refused");
    }
    if (!row.isGranted()) {
      boolean hasNothing = row.start() < 0 && row.places().isEmpty() && row.withdrawn() < 0;
      return hasNothing ? Optional.empty() : Optional.of("without a grant, it has no reservation");
    }
    if (row.start() < Math.max(row.ready(), row.submit()) || row.end() > row.due()) {
      return Optional.of("its reservation must be in its window");
    }
    if (row.withdrawn() >= 0
        && (row.withdrawn() < row.submit() || row.withdrawn() >= row.start())) {
      return Optional.of("it must be withdrawn between its submission and its start");
    }
    return placesWrong(facts, row);
  }

  private static Optional<String> placesWrong(WhatIfFacts facts, RequestRow row) {
    var places = row.places();
    boolean isAscending = new ArrayList<>(new TreeSet<>(places)).equals(places);
    if (places.size() != row.clusters() || !isAscending) {
      return Optional.of("places must be %d clusters, ascending".formatted(row.clusters()));
    }
    boolean isLargeEnough =
        places.stream()
            .allMatch(
                at ->
                    at < facts.processors().size()
                        && facts.processors().get(at) >= row.processors());
    return isLargeEnough
        ? Optional.empty()
        : Optional.of("its clusters must have %d processors".formatted(row.processors()));
  }

  /** Change of some processors to busy or free. */
  private record Edge(long tick, int processors, String where) {}

  /**
   * Reports clusters with too many busy processors; at one instant, processors are freed before
   * they are taken.
   */
  private static void capacity(WhatIfRun run, RuleReport report) {
    if (!isSound(run)) {
      return; // reported above
    }
    for (int cluster = 0; cluster < run.facts().processors().size(); cluster++) {
      int processors = run.facts().processors().get(cluster);
      long busy = 0;
      for (var edge : edges(run, cluster)) {
        busy += edge.processors();
        if (busy > processors) {
          report.add(
              edge.where(),
              "at %s s cluster %d has %d processors, but %d are used",
              seconds(edge.tick()),
              cluster,
              processors,
              busy);
          break;
        }
      }
    }
  }

  private static List<Edge> edges(WhatIfRun run, int cluster) {
    var edges = new ArrayList<Edge>();
    for (var row : run.jobs()) {
      if (row.cluster() == cluster) {
        edges.add(new Edge(row.start(), row.processors(), where(row)));
        edges.add(new Edge(row.end(), -row.processors(), where(row)));
      }
    }
    for (var row : run.requests()) {
      if (row.hasRun() && row.places().contains(cluster)) {
        edges.add(new Edge(row.start(), row.processors(), where(row)));
        edges.add(new Edge(row.end(), -row.processors(), where(row)));
      }
    }
    edges.sort(Comparator.comparingLong(Edge::tick).thenComparingInt(Edge::processors));
    return edges;
  }

  /**
   * Reports predicted run times that differ from the mean share of the limits of the user's ended
   * jobs.
   */
  private static void predictions(WhatIfRun run, RuleReport report) {
    if (!isSound(run)) {
      return; // reported above
    }
    int jobs = run.jobs().size();
    if (jobs > MOST_JOBS_PREDICTED) {
      report.note("none of %d jobs: runs of up to %d are examined", jobs, MOST_JOBS_PREDICTED);
      return;
    }
    for (var row : run.jobs()) {
      long likely = likely(run, row);
      if (row.likelyTicks() != likely) {
        report.add(where(row), "it is likely to run for %s s", seconds(likely));
      }
    }
  }

  private static long likely(WhatIfRun run, WhatIfJobRow row) {
    var sharesMicro =
        run.jobs().stream()
            .filter(other -> other.user() == row.user() && other.end() <= row.submit())
            .mapToLong(other -> other.runTicks() * 1_000_000 / other.limitTicks())
            .toArray();
    if (row.user() < 0 || sharesMicro.length == 0) {
      return row.limitTicks();
    }
    long mean = LongStream.of(sharesMicro).sum() / sharesMicro.length;
    return Math.max(1, row.limitTicks() * mean / 1_000_000);
  }

  static boolean respectsHead(WhatIfRun run) {
    return run.facts().headPromise() == HeadPromise.RESPECTED;
  }

  static String where(WhatIfJobRow row) {
    return "job " + row.id();
  }

  static String where(RequestRow row) {
    return "request " + row.id();
  }
}
