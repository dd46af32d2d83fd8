package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import java.util.List;

/**
 * Search for the window that finishes first ({@code minfinish}): the start of each step plus the
 * shortest runtime that substitution finds at this start.
 *
 * <p>Source: the cyclic scheduling paper, section 6.1, strategy 3 (MinFinish).
 */
final class PublishedEarliestFinish extends PublishedScheme {

  @Override
  Proposal propose(List<Candidate> expanded, long start, WindowRequest request) {
    var members = PublishedShortest.substituted(expanded, request);
    return new Proposal(members, start + runtime(members));
  }
}
