package io.metasched.simulation.system.whatif.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.CheckedRequests.Option;
import io.metasched.simulation.system.whatif.rule.CheckedSlots.Planned;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Rules of the placements of requests, checked by the checker's own state of the clusters and its
 * own plans. In a large run, only some requests are checked, evenly spread, so that the cost is
 * bounded.
 */
final class WhatIfPlacementRules {
  private static final long MOST_ROWS_READ = 4_000_000;
  private static final int MOST_PLANNED = 40;
  private static final double TOLERANCE = 1e-6;
  private static final long ROUNDING_TICKS = 1;

  private WhatIfPlacementRules() {}

  private static void visit(
      WhatIfRun run, int most, RuleReport report, BiConsumer<CheckedRequests, RequestRow> visitor) {
    if (!WhatIfRules.isSound(run) || run.requests().isEmpty()) {
      return; // reported by other rules
    }
    var checked = new CheckedRequests(run);
    var requests = run.requests();
    int stride = Math.max(1, (requests.size() + most - 1) / most);
    int visited = 0;
    for (int i = 0; i < requests.size(); i += stride) {
      visitor.accept(checked, requests.get(i));
      visited++;
    }
    if (visited < requests.size()) {
      report.note("%d of %d requests, evenly spread", visited, requests.size());
    }
  }

  private static int mostVisited(WhatIfRun run) {
    long rows = run.jobs().size() + (long) run.requests().size();
    long clusters = run.facts().processors().size();
    return (int) Math.max(MOST_PLANNED, MOST_ROWS_READ / Math.max(1, rows * clusters));
  }

  /**
   * Reports requests that do not receive the first placement, in the order of their preference,
   * that can be reserved.
   */
  static void placements(WhatIfRun run, RuleReport report) {
    visit(
        run,
        mostVisited(run),
        report,
        (checked, request) ->
            placementWrong(run, checked, request)
                .ifPresent(wrong -> report.add(WhatIfRules.where(request), "%s", wrong)));
  }

  private static Optional<String> placementWrong(
      WhatIfRun run, CheckedRequests checked, RequestRow request) {
    var early = refusedAtOnce(run, request);
    if (early.isPresent() || request.outcome() == Outcome.WITHDRAWN) {
      return early
          .filter(reason -> !reason.equals(request.refused()))
          .map(WhatIfPlacementRules::as);
    }
    var slots = slotsOf(run, checked, request);
    var options = checked.options(request);
    int tried = 0;
    for (var option : options) {
      tried++;
      boolean isFree =
          option.clusters().stream()
              .allMatch(c -> Objects.requireNonNull(slots.get(c)).isFree(option.start()));
      if (isFree) {
        return isTaken(request, option, tried)
            ? Optional.empty()
            : Optional.of(
                "it must be reserved at %s s on clusters %s, as try %d"
                    .formatted(seconds(option.start()), option.clusters(), tried));
      }
    }
    var reason = options.isEmpty() ? "none_available" : "none_reservable";
    boolean isRefused = request.refused().equals(reason) && request.tried() == tried;
    return isRefused
        ? Optional.empty()
        : Optional.of(as(reason) + ", after %d tries".formatted(tried));
  }

  private static boolean isTaken(RequestRow request, Option option, int tried) {
    return request.isGranted()
        && request.start() == option.start()
        && request.places().equals(option.clusters())
        && request.tried() == tried
        && Math.abs(request.availability() - option.availability()) <= TOLERANCE;
  }

  private static String as(String reason) {
    return "it must be refused as " + reason;
  }

  /** Returns the reason why a request is refused without a probe, if it is. */
  private static Optional<String> refusedAtOnce(WhatIfRun run, RequestRow request) {
    if (request.due() - request.ready() < request.durationTicks()) {
      return Optional.of("window_too_short");
    }
    if (request.submit() > request.due() - request.durationTicks()) {
      return Optional.of("in_the_past");
    }
    return candidates(run, request).size() < request.clusters()
        ? Optional.of("too_many_processors")
        : Optional.empty();
  }

  private static List<Integer> candidates(WhatIfRun run, RequestRow request) {
    var processors = run.facts().processors();
    return IntStream.range(0, processors.size())
        .filter(i -> processors.get(i) >= request.processors())
        .boxed()
        .toList();
  }

  private static SortedMap<Integer, CheckedSlots> slotsOf(
      WhatIfRun run, CheckedRequests checked, RequestRow request) {
    var slots = new TreeMap<Integer, CheckedSlots>();
    for (int cluster : candidates(run, request)) {
      slots.put(
          cluster, new CheckedSlots(run, request, cluster, checked.cluster(cluster, request)));
    }
    return slots;
  }

  /** Reports granted reservations that delay the first waiting job at a cluster. */
  static void headJobs(WhatIfRun run, RuleReport report) {
    if (!WhatIfRules.respectsHead(run)) {
      return;
    }
    visit(
        run,
        mostVisited(run),
        report,
        (checked, request) -> {
          for (int cluster : request.places()) {
            var head = CheckedRequests.head(run, cluster, request.submit());
            var promise = checked.cluster(cluster, request).headPromise(request.submit());
            if (head != null && head.start() > promise.get(0).start()) {
              report.add(
                  WhatIfRules.where(head),
                  "it is the first at cluster %d when request %d is granted and must begin by %s s",
                  cluster,
                  request.id(),
                  seconds(promise.get(0).start()));
            }
          }
        });
  }

  /** Reports starts whose rating differs from the method's, by the checker's own plans. */
  static void slots(WhatIfRun run, RuleReport report) {
    visit(
        run,
        MOST_PLANNED,
        report,
        (checked, request) -> {
          boolean isProbed = refusedAtOnce(run, request).isEmpty();
          var probed = checked.probes(request).stream().map(ProbeRow::cluster).toList();
          if (!probed.equals(isProbed ? candidates(run, request) : List.of())) {
            report.add(
                WhatIfRules.where(request), "all clusters that have the processors are probed");
            return;
          }
          slotsOf(run, checked, request)
              .forEach(
                  (cluster, slots) -> {
                    if (isProbed) {
                      slotsWrong(checked, request, cluster, slots)
                          .ifPresent(
                              wrong ->
                                  report.add(
                                      WhatIfRules.where(request),
                                      "cluster %d: %s",
                                      cluster,
                                      wrong));
                    }
                  });
        });
  }

  private static Optional<String> slotsWrong(
      CheckedRequests checked, RequestRow request, int cluster, CheckedSlots slots) {
    var rows = checked.slots(request).stream().filter(row -> row.cluster() == cluster).toList();
    var probe =
        checked.probes(request).stream().filter(row -> row.cluster() == cluster).findFirst();
    var starts = slots.starts();
    if (!new ArrayList<>(starts).equals(rows.stream().map(SlotRow::start).toList())) {
      return Optional.of("the starts that are rated must be %s".formatted(starts));
    }
    if (probe.orElseThrow().backlogTicks() != slots.backlog()) {
      return Optional.of("backlog must be %s".formatted(seconds(slots.backlog())));
    }
    if (probe.get().slots() != rows.size()) {
      return Optional.of("slots must be %d".formatted(rows.size()));
    }
    var plans = plans(rows, slots);
    var availabilities = slots.availabilities(plans, starts);
    for (var row : rows) {
      double expected = availabilities.getOrDefault(row.start(), 0.0);
      if (Math.abs(expected - row.availability()) > TOLERANCE) {
        return Optional.of(
            "the availability of %s s must be %s".formatted(seconds(row.start()), expected));
      }
    }
    return plans.isEmpty() ? Optional.empty() : figuresWrong(rows, plans, slots, probe.get());
  }

  private static SortedMap<Long, Planned> plans(List<SlotRow> rows, CheckedSlots slots) {
    var plans = new TreeMap<Long, Planned>();
    for (var row : rows) {
      if (slots.isPlanning() && slots.isFree(row.start())) {
        plans.put(row.start(), slots.beside(row.start()));
      }
    }
    return plans;
  }

  private static Optional<String> figuresWrong(
      List<SlotRow> rows, SortedMap<Long, Planned> plans, CheckedSlots slots, ProbeRow probe) {
    var original = slots.original();
    if (probe.makespanTicks() != original.makespan()
        || isFar(probe.completionTicks(), original.completion())) {
      return Optional.of(
          "without the request, makespan and completion must be %s and %s s"
              .formatted(seconds(original.makespan()), seconds(Math.round(original.completion()))));
    }
    for (var row : rows) {
      var plan = plans.get(row.start());
      if ((plan != null) != row.isPlanned()) {
        return Optional.of("a start has a plan if and only if it can be reserved");
      }
      if (plan != null && !hasFigures(row, plan, CheckedSlots.delays(plan, original))) {
        return Optional.of(
            "the plan with start %s s has wrong figures".formatted(seconds(row.start())));
      }
    }
    return Optional.empty();
  }

  private static boolean hasFigures(SlotRow row, Planned plan, SortedMap<Long, Long> delays) {
    long added = delays.values().stream().mapToLong(each -> each).sum();
    long most = delays.values().stream().mapToLong(each -> each).max().orElse(0);
    boolean isMost =
        delays.isEmpty()
            ? row.mostDelayed() == -1
            : delays.getOrDefault(row.mostDelayed(), 0L) == most;
    return row.makespanTicks() == plan.makespan()
        && !isFar(row.completionTicks(), plan.completion())
        && row.delayedJobs() == delays.size()
        && row.addedWaitTicks() == added
        && row.mostDelayTicks() == most
        && isMost;
  }

  private static boolean isFar(long ticks, double expected) {
    return Math.abs(ticks - expected) > ROUNDING_TICKS;
  }
}
