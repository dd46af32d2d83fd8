package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.probe.ProbeAnswer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Placements of a request in the slots that clusters report, in the order in which they are tried:
 * by the user's preference, then the earliest start, then the lowest indices of clusters.
 *
 * <p>A request for one cluster has a placement for each available slot. A request for several
 * clusters has a placement at each start at which enough clusters are available: it consists of the
 * clusters with the highest availabilities, and its availability is the least of theirs.
 *
 * <p>Source: the what-if paper, section 3, between steps 5 and 6; co-allocation is an addition.
 * Cost: O(s log s) for s slots.
 */
final class PlacementOrder {
  private record ClusterSlot(int cluster, double availability) {
    static final Comparator<ClusterSlot> BEST_FIRST =
        Comparator.comparingDouble((ClusterSlot slot) -> -slot.availability())
            .thenComparingInt(ClusterSlot::cluster);
  }

  private PlacementOrder() {}

  /**
   * @param answers answers by cluster
   */
  static List<GridPlacement> of(GridRequest request, SortedMap<Integer, ProbeAnswer> answers) {
    var slots = new TreeMap<Long, List<ClusterSlot>>();
    answers.forEach(
        (cluster, answer) ->
            answer.slots().stream()
                .filter(slot -> slot.isAvailable())
                .forEach(
                    slot ->
                        slots
                            .computeIfAbsent(slot.startTick(), start -> new ArrayList<>())
                            .add(new ClusterSlot(cluster, slot.availability()))));
    return slots.entrySet().stream()
        .flatMap(entry -> placements(request.clusters(), entry))
        .sorted(order(request))
        .toList();
  }

  private static Stream<GridPlacement> placements(
      int clusters, Map.Entry<Long, List<ClusterSlot>> at) {
    var best = at.getValue().stream().sorted(ClusterSlot.BEST_FIRST).toList();
    if (clusters == 1) {
      return best.stream().map(slot -> placement(at.getKey(), List.of(slot)));
    }
    return best.size() < clusters
        ? Stream.empty()
        : Stream.of(placement(at.getKey(), best.subList(0, clusters)));
  }

  private static GridPlacement placement(long start, List<ClusterSlot> slots) {
    double least = slots.stream().mapToDouble(ClusterSlot::availability).min().orElseThrow();
    return new GridPlacement(
        start, slots.stream().map(ClusterSlot::cluster).sorted().toList(), least);
  }

  private static Comparator<GridPlacement> order(GridRequest request) {
    var preference = request.preference();
    return Comparator.<GridPlacement>comparingDouble(
            p -> -preference.score(p.startTick(), p.availability(), request.part()))
        .thenComparingLong(GridPlacement::startTick)
        .thenComparing(p -> p.clusters().get(0))
        .thenComparing(p -> p.clusters().toString());
  }
}
