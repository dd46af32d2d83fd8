package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import java.util.List;

/**
 * Search for a window with low processor time ({@code minproctime}): of the cheapest windows of all
 * steps, the one with the lowest sum of lengths.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 5 (MinProcTime), a simplification
 * that does not guarantee the optimum. The paper's random window is interpreted as the m cheapest
 * slots of the step, because this interpretation matches the paper's figures.
 */
final class PublishedLeastProcTime extends PublishedScheme {

  @Override
  Proposal propose(List<Candidate> expanded, long start, WindowRequest request) {
    var members = cheapest(expanded, request);
    long procTime = 0;
    for (var member : members) {
      procTime = Math.addExact(procTime, member.lengthTicks());
    }
    return new Proposal(members, procTime);
  }
}
