package io.metasched.resource.provider.probe;

import java.util.List;

/**
 * Answer of a cluster to a probe. Nothing is reserved.
 *
 * <p>Source: the what-if paper, section 3, step 5; section 5.1, footnote 5, for the backlog.
 *
 * @param slots slots in the window of the request, by ascending start; empty if the request is too
 *     large or can no longer end in time
 * @param backlogTicks running, waiting and reserved work, by estimates, divided by the number of
 *     processors and rounded down
 * @param originalMakespanTicks C_max of the jobs without the request; 0 if no plan was made
 * @param originalCompletionTicks C_avg of the jobs without the request, rounded to a tick; 0 if no
 *     plan was made
 */
public record ProbeAnswer(
    List<RatedSlot> slots,
    long backlogTicks,
    long originalMakespanTicks,
    long originalCompletionTicks) {
  public ProbeAnswer {
    slots = List.copyOf(slots);
  }
}
