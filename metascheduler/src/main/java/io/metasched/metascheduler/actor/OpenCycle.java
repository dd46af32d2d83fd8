package io.metasched.metascheduler.actor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cycle from its snapshot until its plan is booked. */
final class OpenCycle {
  final int number;
  final SessionLink session;
  final List<Long> versions;
  Metascheduler.@Nullable PlanMade plan;

  /**
   * @param session the session in which it is planned
   * @param versions the versions of the owners' lists that it is planned on, by node
   */
  OpenCycle(int number, SessionLink session, List<Long> versions) {
    this.number = number;
    this.session = session;
    this.versions = versions;
  }
}
