package io.metasched.simulation.system.whatif.report;

import io.metasched.simulation.system.whatif.RequestMessages;
import io.metasched.simulation.system.whatif.rows.ProbeRow;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.CheckedRequests;
import io.metasched.simulation.system.whatif.rule.CheckedRequests.Option;
import io.metasched.simulation.system.whatif.rule.PlacementTries;
import io.metasched.simulation.system.whatif.rule.PlacementTries.Try;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * First requests of a run one by one, for the drawing on a page: the request, the starts that
 * clusters rated, the tried placements, and the result. Times are in ticks, -1 for none.
 */
public final class ProbeSteps {
  /** Maximum number of clusters of a request; clusters of tried placements come first. */
  private static final int MOST_CLUSTERS = 8;

  /**
   * Approximate number of starts of a cluster; if there are more, only every second start, third
   * start and so on is shown.
   */
  private static final int MOST_STARTS = 60;

  private static final double DECIMALS = 1e4;

  /**
   * One request, the tried placements and the answers of the clusters.
   *
   * @param words description of the result
   * @param probed number of probed clusters
   * @param tried number of tried placements
   * @param tries first tried placements
   * @param probes answers of the first clusters
   */
  public record Step(
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

  /** Placement that was tried, with its number from 1 on and its result. */
  record TriedPlacement(int number, long start, List<Integer> clusters, String words) {}

  /**
   * Answer of a cluster.
   *
   * @param rated number of rated starts
   * @param plannedMakespan C_max of the cluster's jobs without the request; 0 if no plan was made
   * @param plannedCompletion C_avg of the cluster's jobs without the request; 0 if no plan was made
   * @param starts shown starts; the other lists are columns of the same slots
   */
  public record Probe(
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
   * Returns the first steps, at least one if there is a request.
   *
   * @param mostSlots maximum number of slots of all steps
   */
  public static List<Step> of(WhatIfRun run, int mostSlots) {
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
        RequestMessages.outcome(request),
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

  /**
   * Rounds an availability; a positive availability stays above 0, because the slot may be tried.
   */
  private static double rounded(double availability) {
    double rounded = Math.round(availability * DECIMALS) / DECIMALS;
    return availability > 0 ? Math.max(rounded, 1 / DECIMALS) : rounded;
  }
}
