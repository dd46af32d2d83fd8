package io.metasched.simulation.system.whatif;

import io.metasched.simulation.system.whatif.CheckedRequests.Option;
import io.metasched.simulation.system.whatif.PlacementTries.Try;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The first requests of a run one by one, as a page draws them: what is asked for, the starts that
 * clusters rated, the placements that were tried, and what came of it. Ticks, -1 where there are
 * none.
 */
final class ProbeSteps {
  /** Clusters of a request; those of tried placements come first. */
  private static final int MOST_CLUSTERS = 8;

  /** Starts of a cluster, about; beyond it each second one is shown, or each third and so on. */
  private static final int MOST_STARTS = 60;

  private static final double DECIMALS = 1e4;

  /**
   * A request.
   *
   * @param words what came of it
   * @param probed how many clusters were probed
   * @param tried how many placements were tried
   * @param tries the first of them
   * @param probes the answers of the first clusters
   */
  record Step(
      long id,
      long submit,
      int processors,
      long duration,
      long ready,
      long due,
      int clusters,
      long start,
      List<Integer> places,
      long withdrawn,
      String words,
      int probed,
      int tried,
      List<TriedPlacement> tries,
      List<Probe> probes) {

    private int slots() {
      return probes.stream().mapToInt(probe -> probe.starts().size()).sum();
    }
  }

  /** A placement that was tried, by its number from 1 on, and what met it. */
  record TriedPlacement(int number, long start, List<Integer> clusters, String words) {}

  /**
   * The answer of a cluster.
   *
   * @param rated how many starts it rated
   * @param plannedMakespan C_max of its jobs without the request; 0 where no plan was made
   * @param plannedCompletion C_avg of the same
   * @param starts those that are shown; the other lists have the columns of the same slots
   */
  record Probe(
      int cluster,
      int rated,
      long backlog,
      long plannedMakespan,
      long plannedCompletion,
      List<Long> starts,
      List<Double> availability,
      List<Long> makespan,
      List<Long> completion,
      List<Integer> delayed,
      List<Long> addedWait,
      List<Long> mostDelayed,
      List<Long> mostDelay) {}

  private ProbeSteps() {}

  /**
   * The first steps, at least one where there is a request.
   *
   * @param mostSlots how many slots all of them may show
   */
  static List<Step> of(WhatIfRun run, int mostSlots) {
    var checked = new CheckedRequests(run);
    var steps = new ArrayList<Step>();
    int slots = 0;
    for (var request : run.requests()) {
      var step = step(request, checked, PlacementTries.of(run, checked, request));
      slots += 1 + step.slots();
      if (slots > mostSlots && !steps.isEmpty()) {
        return steps;
      }
      steps.add(step);
    }
    return steps;
  }

  private static Step step(RequestRow request, CheckedRequests checked, List<Try> tries) {
    var probes = checked.probes(request);
    var slots = checked.slots(request);
    return new Step(
        request.id(),
        request.submit(),
        request.processors(),
        request.durationTicks(),
        request.ready(),
        request.due(),
        request.clusters(),
        request.start(),
        request.places(),
        request.withdrawn(),
        RequestWords.outcome(request),
        probes.size(),
        request.tried(),
        tries.stream().map(ProbeSteps::tried).toList(),
        shown(probes, tries).stream().map(probe -> probe(probe, slots, tries)).toList());
  }

  private static TriedPlacement tried(Try tried) {
    Option option = tried.option();
    return new TriedPlacement(tried.number(), option.start(), option.clusters(), tried.words());
  }

  private static List<ProbeRow> shown(List<ProbeRow> probes, List<Try> tries) {
    var tried = new TreeSet<Integer>();
    tries.forEach(each -> tried.addAll(each.option().clusters()));
    return probes.stream()
        .sorted(Comparator.comparing((ProbeRow row) -> !tried.contains(row.cluster())))
        .limit(MOST_CLUSTERS)
        .sorted(Comparator.comparingInt(ProbeRow::cluster))
        .toList();
  }

  private static Probe probe(ProbeRow probe, List<SlotRow> slots, List<Try> tries) {
    int cluster = probe.cluster();
    var own = slots.stream().filter(slot -> slot.cluster() == cluster).toList();
    var tried = new TreeSet<Long>();
    tries.stream()
        .map(Try::option)
        .filter(option -> option.clusters().contains(cluster))
        .forEach(option -> tried.add(option.start()));
    int step = Math.max(1, (own.size() + MOST_STARTS - 1) / MOST_STARTS);
    var shown = new ArrayList<SlotRow>();
    for (int i = 0; i < own.size(); i++) {
      if (i % step == 0 || tried.contains(own.get(i).start())) {
        shown.add(own.get(i));
      }
    }
    return new Probe(
        cluster,
        probe.slots(),
        probe.backlogTicks(),
        probe.makespanTicks(),
        probe.completionTicks(),
        column(shown, SlotRow::start),
        column(shown, slot -> rounded(slot.availability())),
        column(shown, SlotRow::makespanTicks),
        column(shown, SlotRow::completionTicks),
        column(shown, SlotRow::delayedJobs),
        column(shown, SlotRow::addedWaitTicks),
        column(shown, SlotRow::mostDelayed),
        column(shown, SlotRow::mostDelayTicks));
  }

  private static <V> List<V> column(List<SlotRow> slots, Function<SlotRow, V> value) {
    return slots.stream().map(value).toList();
  }

  /** What may be tried stays above 0. */
  private static double rounded(double availability) {
    double rounded = Math.round(availability * DECIMALS) / DECIMALS;
    return availability > 0 ? Math.max(rounded, 1 / DECIMALS) : rounded;
  }
}
