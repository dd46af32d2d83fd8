package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import java.util.List;

/**
 * Search for the first window in order of time: {@code amp} with the limit on the window's total
 * cost, {@code alp} if the request limits each slot's price instead.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 1 (AMP) and section 2.3 (ALP). The
 * search checks for a window after every slot, even among equal starts, so the result need not be
 * the cheapest window at its start.
 */
final class PublishedFirstFit extends PublishedScheme {

  @Override
  Proposal propose(List<Candidate> expanded, long start, WindowRequest request) {
    return new Proposal(cheapest(expanded, request), start);
  }

  @Override
  boolean stopsAtFirst() {
    return true;
  }
}
