package io.metasched.simulation.system.whatif.rule;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.SlotRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import io.metasched.simulation.system.whatif.rule.CheckedRequests.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Placements that were tried for a request, each with its result, and the reasons why other
 * placements were not tried. Tries and reasons follow from the checker's own state of the clusters.
 */
public final class PlacementTries {
  private static final int MOST_TRIES = 20;

  /**
   * Placement that was tried.
   *
   * @param number number from 1, in the order of the tries
   * @param words description of the result
   */
  public record Try(int number, Option option, String words) {}

  private PlacementTries() {}

  /** Returns the first tries, and the last try if it was granted. */
  public static List<Try> of(WhatIfRun run, CheckedRequests checked, RequestRow request) {
    var tries = new ArrayList<Try>();
    var options = checked.options(request);
    int tried = Math.min(request.tried(), options.size());
    for (int i = 0; i < tried; i++) {
      boolean isGranted = i == request.tried() - 1 && request.isGranted();
      if (isGranted || i < MOST_TRIES) {
        var option = options.get(i);
        var words = isGranted ? "it is free" : words(run, checked, request, option);
        tries.add(new Try(i + 1, option, words));
      }
    }
    return tries;
  }

  private static String words(
      WhatIfRun run, CheckedRequests checked, RequestRow request, Option option) {
    return option.clusters().stream()
        .flatMap(cluster -> taken(run, checked, request, cluster, option.start()).stream())
        .findFirst()
        .orElse("it is free");
  }

  /** Returns the reason why a slot with availability 0 must not be tried. */
  public static String unavailable(
      WhatIfRun run, CheckedRequests checked, RequestRow request, SlotRow slot) {
    return taken(run, checked, request, slot.cluster(), slot.start())
        .orElseGet(
            () -> {
              var slots = slots(run, checked, request, slot.cluster());
              return "it is before %s s, the approximate end of the current work"
                  .formatted(seconds(slots.approximateEnd()));
            });
  }

  private static CheckedSlots slots(
      WhatIfRun run, CheckedRequests checked, RequestRow request, int cluster) {
    return new CheckedSlots(run, request, cluster, checked.cluster(cluster, request));
  }

  /**
   * Returns a description of the use of the processors that a request would need on a cluster;
   * empty if they are free.
   */
  private static Optional<String> taken(
      WhatIfRun run, CheckedRequests checked, RequestRow request, int cluster, long start) {
    var slots = slots(run, checked, request, cluster);
    if (slots.isFree(start)) {
      return Optional.empty();
    }
    var head = Optional.ofNullable(CheckedRequests.head(run, cluster, request.submit()));
    boolean isHead = slots.isFreeButForHead(start) && head.isPresent();
    return Optional.of(
        isHead
            ? "cluster %d has promised its processors to job %d, the first of its queue"
                .formatted(cluster, head.get().id())
            : "cluster %d does not have %d processors that are neither in use nor reserved"
                .formatted(cluster, request.processors()));
  }
}
