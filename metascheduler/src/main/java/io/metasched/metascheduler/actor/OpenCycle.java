package io.metasched.metascheduler.actor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A cycle from its snapshot until its plan is booked. */
final class OpenCycle {
  final int number;
  final MetaschedulerEvent.Opened opened;
  final SessionLink session;
  final List<Long> versions;
  Metascheduler.@Nullable PlanMade plan;

  /**
   * @param opened how it was opened
   * @param session the session in which it is planned
   * @param versions the versions of the owners' lists that it is planned on, by node
   */
  OpenCycle(MetaschedulerEvent.Opened opened, SessionLink session, List<Long> versions) {
    number = opened.cycle();
    this.opened = opened;
    this.session = session;
    this.versions = versions;
  }
}
