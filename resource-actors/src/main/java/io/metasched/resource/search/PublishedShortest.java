package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * Search for the window with the shortest runtime by substitution ({@code minruntime}). It begins
 * with the m cheapest slots and replaces the longest one by the next cheapest spare slot that is
 * shorter, as long as the cost stays below the limit.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 2 (MinRunTime) and algorithm 2. If
 * several slots are longest, the spare takes the place of the first of them in the window. A spare
 * that does not improve the window is discarded.
 */
final class PublishedShortest extends PublishedScheme {

  @Override
  Proposal propose(List<Candidate> expanded, long start, WindowRequest request) {
    var members = substituted(expanded, request);
    return new Proposal(members, runtime(members));
  }

  static List<Candidate> substituted(List<Candidate> expanded, WindowRequest request) {
    int nodes = request.nodes();
    var members = new ArrayList<>(expanded.subList(0, nodes));
    long cost = totalCost(members);
    int longest = firstLongest(members);
    for (int i = nodes; i < expanded.size(); i++) {
      var spare = expanded.get(i);
      var replaced = members.get(longest);
      long newCost = cost - replaced.costMilli() + spare.costMilli();
      if (spare.lengthTicks() < replaced.lengthTicks() && newCost < request.costLimitMilli()) {
        members.set(longest, spare);
        cost = newCost;
        longest = firstLongest(members);
      }
    }
    return members;
  }

  private static int firstLongest(List<Candidate> members) {
    int longest = 0;
    for (int i = 1; i < members.size(); i++) {
      if (members.get(i).lengthTicks() > members.get(longest).lengthTicks()) {
        longest = i;
      }
    }
    return longest;
  }
}
