package io.metasched.simulation.system.whatif;

import io.metasched.simulation.system.whatif.CheckedRequests.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The placements that were tried for a request, each with what met it, by the checker's own view of
 * the clusters.
 */
final class PlacementTries {
  private static final int MOST_TRIES = 20;

  /**
   * A placement that was tried.
   *
   * @param number from 1, in the order of the tries
   * @param words what met it
   */
  record Try(int number, Option option, String words) {}

  private PlacementTries() {}

  /** The first tries, and the last one where it is the one that was granted. */
  static List<Try> of(WhatIfRun run, CheckedRequests checked, RequestRow request) {
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
    for (int cluster : option.clusters()) {
      var slots = new CheckedSlots(run, request, cluster, checked.cluster(cluster, request));
      if (!slots.isFree(option.start())) {
        var head = Optional.ofNullable(CheckedRequests.head(run, cluster, request.submit()));
        boolean isHead = slots.isFreeButForHead(option.start()) && head.isPresent();
        return isHead
            ? "cluster %d has promised its processors to job %d, the first of its queue"
                .formatted(cluster, head.get().id())
            : "cluster %d has not got %d processors beside what runs and is reserved"
                .formatted(cluster, request.processors());
      }
    }
    return "it is free";
  }
}
