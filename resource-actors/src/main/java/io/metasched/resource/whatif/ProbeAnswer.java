package io.metasched.resource.whatif;

import java.util.List;

/**
 * What a cluster answers to a probe. Nothing is reserved by it.
 *
 * <p>Source: the what-if paper, section 3, step 5; the backlog is that of section 5.1, footnote 5.
 *
 * @param slots in the window of the request, by ascending start; none where the request is too
 *     large, or cannot end in time any more
 * @param backlogTicks the work that runs, waits and is reserved, by estimates, over the number of
 *     processors, rounded down
 * @param originalMakespanTicks C_max of the jobs without the request; 0 where no plan was made
 * @param originalCompletionTicks C_avg of the jobs without the request, rounded to a tick; 0 where
 *     no plan was made
 */
public record ProbeAnswer(
    List<RatedSlot> slots,
    long backlogTicks,
    long originalMakespanTicks,
    long originalCompletionTicks) {
  /** Copies the list. */
  public ProbeAnswer {
    slots = List.copyOf(slots);
  }
}
