package io.metasched.resource.fanout;

import java.util.List;

/** Connection to the domains of a session. */
@FunctionalInterface
public interface DomainLink {

  /**
   * Question to one domain.
   *
   * @param domain number of the domain
   */
  record Addressed(int domain, SlotQuery question) {}

  /**
   * Asks several domains at once and waits for all answers.
   *
   * @return the answers, in the order of the questions
   */
  List<SlotQueryResult> ask(List<Addressed> questions);
}
