package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import java.util.List;

/**
 * Search for the cheapest window over the whole interval ({@code mincost}).
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 4 (MinCost).
 */
final class PublishedCheapest extends PublishedScheme {

  @Override
  Proposal propose(List<Candidate> expanded, long start, WindowRequest request) {
    var members = cheapest(expanded, request);
    return new Proposal(members, totalCost(members));
  }
}
